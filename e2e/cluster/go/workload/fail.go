package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func eatMemory(args []string) int {
	flags := flag.NewFlagSet("eat-memory", flag.ExitOnError)
	rate := flags.String("rate", "16Mi", "how much to take a second")
	_ = flags.Parse(args)

	size, err := parseSize(*rate)
	if err != nil {
		logf("FATAL", "config: --rate: %v", err)
		return exitUsage
	}
	logf("INFO", "cache: warming up, %s per second", *rate)
	var held [][]byte
	for total := size; ; total += size {
		block := make([]byte, size)
		// Untouched pages cost nothing, and the kernel would never kill us.
		for i := 0; i < len(block); i += 4096 {
			block[i] = 1
		}
		held = append(held, block)
		logf("INFO", "cache: %d batches loaded, heap=%dMi", len(held), total>>20)
		time.Sleep(time.Second)
	}
}

func parseSize(text string) (int, error) {
	number, shift := strings.TrimSuffix(text, "i"), 0
	for unit, bits := range map[string]int{"K": 10, "M": 20, "G": 30} {
		if strings.HasSuffix(number, unit) {
			number, shift = strings.TrimSuffix(number, unit), bits
		}
	}
	value, err := strconv.Atoi(number)
	if err != nil || value <= 0 {
		return 0, fmt.Errorf("%q is not a size like 16Mi", text)
	}
	return value << shift, nil
}

func exit(args []string) int {
	flags := flag.NewFlagSet("exit", flag.ExitOnError)
	code := flags.Int("code", 1, "exit code")
	after := flags.Duration("after", 2*time.Second, "how long to run before")
	message := flags.String("message", "", "last line of the log")
	_ = flags.Parse(args)

	logf("INFO", "job: started")
	time.Sleep(*after)
	switch {
	case *message != "":
		logf("ERROR", "%s", *message)
	case *code != 0:
		logf("ERROR", "job: failed with code %d", *code)
	default:
		logf("INFO", "job: done")
	}
	return *code
}

type order struct {
	ID    int
	Total *float64
}

func panicForReal(args []string) int {
	flags := flag.NewFlagSet("panic", flag.ExitOnError)
	after := flags.Duration("after", 2*time.Second, "how long to run before")
	kind := flags.String("kind", "nil-map", "nil-map or nil-pointer")
	_ = flags.Parse(args)

	logf("INFO", "orders: processing batch of 32")
	time.Sleep(*after)
	if *kind == "nil-pointer" {
		logf("INFO", "orders: total %f", priceOf(&order{ID: 31}))
	}
	var byCustomer map[string][]order
	index(byCustomer, "c-1009", order{ID: 31})
	return 0
}

//go:noinline
func priceOf(o *order) float64 { return *o.Total }

//go:noinline
func index(byCustomer map[string][]order, customer string, o order) {
	byCustomer[customer] = append(byCustomer[customer], o)
}

func gpu(args []string) int {
	flags := flag.NewFlagSet("gpu", flag.ExitOnError)
	every := flags.Duration("every", 2*time.Second, "time of one step")
	_ = flags.Parse(args)

	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	logf("INFO", "trainer: rank 0/1 device=cuda:0 batch=64")
	loss := 2.7
	for step := 1; ; step++ {
		select {
		case <-stop:
			logf("INFO", "trainer: SIGTERM, checkpoint at step %d written", step-1)
			return 0
		case <-time.After(*every):
			loss *= 0.99 + rand.Float64()*0.005
			logf("INFO", "trainer: step=%d loss=%.4f tokens/s=%d", step, loss, 41000+rand.IntN(900))
		}
	}
}

func spam(args []string) int {
	flags := flag.NewFlagSet("spam", flag.ExitOnError)
	size := flags.Int("bytes", 1<<20, "how much to write")
	ansi := flags.Bool("ansi", false, "colour every line with escape sequences")
	binary := flags.Bool("binary", false, "mix in NUL bytes and invalid UTF-8")
	_ = flags.Parse(args)

	line := []byte("2026-01-01T00:00:00.000Z ERROR worker: retry of task 7f3a failed: upstream returned 503\n")
	if *ansi {
		line = append([]byte("\x1b[2K\x1b[1;31mERROR\x1b[0m \x1b]0;title\x07"), line...)
	}
	if *binary {
		line = append([]byte("\xff\xfe\x00\xc3\x28\x80 "), line...)
	}
	for written := 0; written < *size; {
		chunk := line[:min(len(line), *size-written)]
		if _, err := os.Stdout.Write(chunk); err != nil {
			return 1
		}
		written += len(chunk)
	}
	if !bytes.HasSuffix(line[:1+(*size-1)%len(line)], []byte("\n")) {
		fmt.Println()
	}
	return 1
}

// pause is what holds a pod's namespaces: it waits for its end and reaps orphans, for it is PID 1.
func pause([]string) int {
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGCHLD)
	for sig := range signals {
		if sig != syscall.SIGCHLD {
			return 0
		}
		for {
			pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil)
			if pid <= 0 || err != nil {
				break
			}
		}
	}
	return 0
}
