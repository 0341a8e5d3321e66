import path from 'node:path';
import { projectNode, root } from '../bootstrap/paths.mjs';
import { outcomeOf } from '../run-program.ts';
import type { Check, Finding } from './check.ts';

const modules = path.join(root, 'node_modules');

/**
 * Runs a JavaScript tool of the project under the project's Node.
 * @param script path below node_modules
 */
export async function runTool(
  script: string,
  args: readonly string[],
  cwd = root,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return outcomeOf(projectNode(), [path.join(modules, script), ...args], cwd);
}

function toolCheck(name: string, script: string, args: readonly string[]): Check {
  return {
    name,
    async run(): Promise<Finding> {
      const { code, stdout, stderr } = await runTool(script, args);
      return { scope: '', complaints: code === 0 ? '' : `${stdout}\n${stderr}`.trim() };
    },
  };
}

/** Everything a ready-made tool decides by its exit code. */
export const toolChecks: readonly Check[] = [
  toolCheck('types', '@typescript/native/bin/tsc', ['-p', '.']),
  toolCheck('format and lint', '@biomejs/biome/bin/biome', [
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '.',
  ]),
  toolCheck('type-aware lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings', '.']),
  toolCheck('dead code', 'knip/bin/knip.js', ['--no-progress']),
];
