/** `npm run check [-- --json FILE]`: everything that can be told without running the program. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { boundaries } from './check/boundaries.ts';
import type { Check } from './check/check.ts';
import { conventions } from './check/conventions.ts';
import { functionSizes } from './check/function-sizes.ts';
import { recipes } from './check/recipes.ts';
import { requirements } from './check/requirements.ts';
import { shortcuts } from './check/shortcuts.ts';
import { filledTexts } from './check/filled-texts.ts';
import { translations } from './check/translations.ts';
import { toolChecks } from './check/tools.ts';
import { words } from './check/words.ts';

const { values } = parseArgs({ options: { json: { type: 'string' } } });
const checks = [
  ...toolChecks,
  boundaries,
  conventions,
  functionSizes,
  recipes,
  requirements,
  shortcuts,
  translations,
  filledTexts,
  words,
];

const verdicts = await Promise.all(checks.map(verdict));
const passed = verdicts.filter(Boolean).length;
if (values.json) {
  writeFileSync(values.json, JSON.stringify({ passed, failed: checks.length - passed }));
}
if (passed < checks.length) process.exitCode = 1;

async function verdict(check: Check): Promise<boolean> {
  const started = performance.now();
  const { scope, complaints } = await check.run().catch((error: unknown) => {
    return { scope: '', complaints: error instanceof Error ? String(error.stack) : String(error) };
  });
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  const detail = scope ? `${scope}, ${seconds}` : seconds;
  process.stdout.write(`check ${check.name}: ${complaints ? 'FAILED' : 'ok'} (${detail})\n`);
  if (complaints) process.stdout.write(`${complaints}\n`);
  return complaints === '';
}
