import sys
import urllib.error
import urllib.request

wrong = 0
for url in sys.argv[1:]:
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            said = answer.read(2000)
    except urllib.error.HTTPError as error:
        wrong, said = 1, error.read(2000)
    except OSError as error:
        wrong, said = 1, str(error).encode()
    print(url, said.decode(errors="replace").strip().partition("\n")[0][:200])
sys.exit(wrong)
