// flux says how Flux and kstatus judge objects: one JSON case a line in, one JSON verdict a line out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type question struct {
	Object      json.RawMessage                  `json:"object"`
	Expressions kustomize.HealthCheckExpressions `json:"expressions"`
}

type verdict struct {
	Kstatus string `json:"kstatus"`
	Flux    string `json:"flux"`
	Error   string `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		found, err := judge(lines.Bytes())
		if err != nil {
			found.Error = err.Error()
		}
		if err := out.Encode(found); err != nil {
			fail(err)
		}
	}
	if err := lines.Err(); err != nil {
		fail(err)
	}
}

func judge(line []byte) (verdict, error) {
	var asked question
	if err := json.Unmarshal(line, &asked); err != nil {
		return verdict{}, err
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(asked.Object); err != nil {
		return verdict{}, err
	}
	plain, err := status.Compute(object)
	if err != nil {
		return verdict{}, err
	}
	found := verdict{Kstatus: plain.Status.String()}
	evaluator, err := cel.NewStatusEvaluator(&asked.Expressions)
	if err != nil {
		return found, err
	}
	judged, err := evaluator.Evaluate(context.Background(), object)
	if err != nil {
		return found, err
	}
	found.Flux = judged.Status.String()
	return found, nil
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
