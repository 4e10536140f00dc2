package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func serve(args []string) int {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	port := flags.Int("port", 8080, "port of /healthz")
	env := flags.String("require-env", "", "comma-separated variables that must be set")
	file := flags.String("require-file", "", "file that must be readable")
	load := flags.Duration("load", 0, "how long it loads before it listens")
	_ = flags.Parse(args)

	logf("INFO", "server: starting pid=%d version=1.4.2", os.Getpid())
	for _, name := range strings.Split(*env, ",") {
		if name != "" && os.Getenv(name) == "" {
			logf("FATAL", "config: required environment variable %s is not set", name)
			return 1
		}
	}
	if *file != "" {
		if _, err := os.ReadFile(*file); err != nil {
			logf("FATAL", "config: cannot load %s: %v", *file, err)
			return 1
		}
		logf("INFO", "config: loaded %s", *file)
	}
	if *load > 0 {
		logf("INFO", "server: loading the model")
		time.Sleep(*load)
	}
	return listen(*port, func() bool { return true })
}

// hang keeps the port open and stops to answer on it: only a liveness probe notices.
func hang(args []string) int {
	flags := flag.NewFlagSet("hang", flag.ExitOnError)
	port := flags.Int("port", 8080, "port of /healthz")
	after := flags.Duration("after", 15*time.Second, "when /healthz stops to answer")
	_ = flags.Parse(args)

	start := time.Now()
	logf("INFO", "worker: pool of 4 started")
	time.AfterFunc(*after, func() {
		logf("WARN", "worker: pool exhausted, 4 of 4 busy, 128 requests queued")
	})
	return listen(*port, func() bool { return time.Since(start) < *after })
}

func listen(port int, healthy func() bool) int {
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM, syscall.SIGINT)
	http.HandleFunc("/healthz", func(w http.ResponseWriter, r *http.Request) {
		if !healthy() {
			<-r.Context().Done()
			return
		}
		fmt.Fprintln(w, "ok")
	})
	failed := make(chan error, 1)
	go func() { failed <- http.ListenAndServe(fmt.Sprintf(":%d", port), nil) }()
	logf("INFO", "server: listening on :%d", port)
	select {
	case err := <-failed:
		logf("FATAL", "server: %v", err)
		return 1
	case sig := <-stop:
		logf("INFO", "server: %v, shutting down", sig)
		return 0
	}
}

// connect needs a dependency to start, and with --check goes on to ask for it, as a pool of connections does.
func connect(args []string) int {
	flags := flag.NewFlagSet("connect", flag.ExitOnError)
	address := flags.String("address", "postgres.data.svc.cluster.local:5432", "host:port of the dependency")
	timeout := flags.Duration("timeout", 3*time.Second, "of one attempt")
	attempts := flags.Int("attempts", 3, "before it gives up")
	check := flags.Duration("check", 0, "how often to connect again once it serves; 0: never")
	_ = flags.Parse(args)

	if !reached(*address, *timeout, *attempts) {
		return 1
	}
	logf("INFO", "db: connected to %s", *address)
	if *check > 0 {
		go func() {
			for reached(*address, *timeout, *attempts) {
				time.Sleep(*check)
			}
			os.Exit(1)
		}()
	}
	return listen(8080, func() bool { return true })
}

func reached(address string, timeout time.Duration, attempts int) bool {
	for attempt := 1; attempt <= attempts; attempt++ {
		conn, err := net.DialTimeout("tcp", address, timeout)
		if err == nil {
			_ = conn.Close()
			return true
		}
		logf("ERROR", "db: connect to %s failed (attempt %d/%d): %v", address, attempt, attempts, err)
		time.Sleep(time.Second)
	}
	logf("FATAL", "db: giving up after %d attempts", attempts)
	return false
}

// registry runs on the host, on loopback: it answers every image pull with "not found", so that a wrong image name
// fails as it would against a real registry while no request leaves the machine.
func registry(args []string) int {
	flags := flag.NewFlagSet("registry", flag.ExitOnError)
	address := flags.String("listen", "127.0.0.1:5001", "loopback address to listen on")
	_ = flags.Parse(args)

	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		logf("INFO", "registry: %s %s not found", r.Method, r.URL)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintln(w, `{"errors":[{"code":"MANIFEST_UNKNOWN","message":"manifest unknown"}]}`)
	})
	err := http.ListenAndServe(*address, nil)
	if errors.Is(err, http.ErrServerClosed) {
		return 0
	}
	logf("FATAL", "registry: %v", err)
	return 1
}
