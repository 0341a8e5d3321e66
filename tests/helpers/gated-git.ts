/** A git that counts how often it is started and waits at a gate before the start it is told: whoever kills chooses the step. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const createGatedGit = (folder: string) => {
  mkdirSync(folder, { recursive: true });
  const [program, count, gate, mark] = ['git', 'count', 'gate', 'mark'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  // The path of what git is started for is not known in its clean surroundings.
  writeFileSync(
    program,
    `#!/bin/sh
[ "$1" = --version ] && exec '${real}' "$@"
number=$(($(cat '${count}') + 1))
echo $number > '${count}'
if [ "$(cat '${gate}' 2>/dev/null)" = $number ]; then
  touch '${mark}'
  while [ -e '${gate}' ]; do sleep 0.05; done
fi
exec '${real}' "$@"
`,
  );
  chmodSync(program, 0o755);
  return {
    /** For PATH. */
    folder,
    /** Counts anew; at this start, if any, it waits until the gate is opened. */
    begin(step: number | null): void {
      rmSync(mark, { force: true });
      rmSync(gate, { force: true });
      writeFileSync(count, '0\n');
      if (step !== null) writeFileSync(gate, String(step));
    },
    isAtGate: (): boolean => existsSync(mark),
    open: (): void => rmSync(gate, { force: true }),
    starts: (): number => Number(readFileSync(count, 'utf8')),
  };
};
