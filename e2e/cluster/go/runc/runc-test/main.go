// Command runc-test runs runc without the seccomp profile of the container. It is for the test node only.
//
// runc is built here without libseccomp, which not every machine has, and such a runc refuses every pod sandbox,
// because kubelet always asks for the RuntimeDefault profile there. Never use it where a container is not trusted.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
)

func main() {
	if err := run(os.Args); err != nil {
		fmt.Fprintln(os.Stderr, "runc-test:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if bundle := bundleOf(args); bundle != "" {
		if err := dropSeccomp(filepath.Join(bundle, "config.json")); err != nil {
			return err
		}
	}
	return syscall.Exec(filepath.Join(filepath.Dir(self), "runc"), args, os.Environ())
}

// bundleOf returns the folder that `create` or `run` reads config.json from, and "" for all other commands.
func bundleOf(args []string) string {
	if !slices.Contains(args, "create") && !slices.Contains(args, "run") {
		return ""
	}
	for i, arg := range args[:len(args)-1] {
		if arg == "--bundle" || arg == "-b" {
			return args[i+1]
		}
	}
	return "."
}

func dropSeccomp(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var spec, linux map[string]json.RawMessage
	if err := json.Unmarshal(raw, &spec); err != nil {
		return err
	}
	if err := json.Unmarshal(spec["linux"], &linux); err != nil {
		return err
	}
	delete(linux, "seccomp")
	if spec["linux"], err = json.Marshal(linux); err != nil {
		return err
	}
	if raw, err = json.Marshal(spec); err != nil {
		return err
	}
	return os.WriteFile(path, raw, 0o600)
}
