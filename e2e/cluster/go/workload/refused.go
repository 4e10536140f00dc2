package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

const serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount"

// write needs a directory that it may write to, as most programs do.
func write(args []string) int {
	flags := flag.NewFlagSet("write", flag.ExitOnError)
	path := flags.String("path", "/data/state.db", "file to write")
	size := flags.String("size", "1Ki", "how much")
	_ = flags.Parse(args)

	total, err := parseSize(*size)
	if err != nil {
		logf("FATAL", "config: --size: %v", err)
		return exitUsage
	}
	logf("INFO", "store: opening %s", *path)
	file, err := os.OpenFile(*path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		logf("FATAL", "store: %v", err)
		return 1
	}
	block := make([]byte, 1<<20)
	for written := 0; written < total; written += len(block) {
		if _, err := file.Write(block[:min(len(block), total-written)]); err != nil {
			logf("FATAL", "store: %v", err)
			return 1
		}
	}
	logf("INFO", "store: %d bytes written", total)
	return listen(8080, func() bool { return true })
}

// list asks the API server for objects, as controllers do, and ends when it may not.
func list(args []string) int {
	flags := flag.NewFlagSet("list", flag.ExitOnError)
	resource := flags.String("resource", "pods", "resource of the core group")
	_ = flags.Parse(args)

	logf("INFO", "controller: starting, watching %s", *resource)
	message, code, err := get("/api/v1/" + *resource)
	switch {
	case err != nil:
		logf("FATAL", "controller: failed to list %s: %v", *resource, err)
		return 1
	case code != http.StatusOK:
		logf("FATAL", "controller: failed to list *v1.%s: %s", *resource, message)
		return 1
	}
	logf("INFO", "controller: caches are synced")
	return listen(8080, func() bool { return true })
}

func get(path string) (string, int, error) {
	token, err := os.ReadFile(filepath.Join(serviceAccount, "token"))
	if err != nil {
		return "", 0, err
	}
	authority, err := os.ReadFile(filepath.Join(serviceAccount, "ca.crt"))
	if err != nil {
		return "", 0, err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	client := http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	host := net.JoinHostPort(os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT"))
	request, err := http.NewRequest(http.MethodGet, fmt.Sprintf("https://%s%s", host, path), nil)
	if err != nil {
		return "", 0, err
	}
	request.Header.Set("Authorization", "Bearer "+string(token))
	response, err := client.Do(request)
	if err != nil {
		return "", 0, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return "", response.StatusCode, err
	}
	var status struct{ Message string }
	_ = json.Unmarshal(body, &status)
	return status.Message, response.StatusCode, nil
}
