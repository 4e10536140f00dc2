// Command workload fails in the ways that real containers fail.
//
// It is the only program of the test images: no shell, no libc, no network needed to get it.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
	"time"
)

// The exit code for a command line that the program does not understand, as most Go programs use it.
const exitUsage = 2

var commands = map[string]func(args []string) int{
	"serve":      serve,
	"hang":       hang,
	"connect":    connect,
	"eat-memory": eatMemory,
	"exit":       exit,
	"panic":      panicForReal,
	"gpu":        gpu,
	"spam":       spam,
	"pause":      pause,
	"registry":   registry,
	"write":      write,
	"list":       list,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		names := make([]string, 0, len(commands))
		for name := range commands {
			names = append(names, name)
		}
		sort.Strings(names)
		fmt.Fprintf(os.Stderr, "usage: workload %s [flags]\n", strings.Join(names, "|"))
		os.Exit(exitUsage)
	}
	os.Exit(commands[os.Args[1]](os.Args[2:]))
}

func logf(level, format string, args ...any) {
	stamp := time.Now().UTC().Format("2006-01-02T15:04:05.000Z")
	fmt.Printf("%s %-5s %s\n", stamp, level, fmt.Sprintf(format, args...))
}
