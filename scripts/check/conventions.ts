import type { Check, Finding } from './check.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const maxLines = 400;
const vagueName = /(^|[-_.])(utils?|helpers?|common|manager|misc)$/i;
const heldBackTest =
  /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf|runIf)\b|\b(?:xit|xdescribe|fit|fdescribe)\(/;
// `any` is the linter's to find: as a word it stands in prose and patterns too.
const leftover = /\b(?:TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-nocheck/;
/** The text of a stack begins with the message, which may quote the manuscript: one place takes it apart. */
const readsStack = /\.stack\b/;
const errorReport = 'main/base/failures/error-report.ts';
/** What opens a connection without an import; imports are the boundaries' to find. */
const opensConnection =
  /(?<![.\w'"`-])fetch(?!\s*:)(?![\w'"`-])|\b(?:globalThis|net)\.(?:fetch|request)\b|\bnew (?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\b/;
/** The one way out, and the page's to its own host. */
const mayOpenConnections = /^(?:main\/egress|renderer\/rpc)\//;
const comment = /^\s*(?:\/\/|\/?\*)/;
// The words a check looks for stand in it too.
const exempt = /^scripts\/check\/|^tests\/unit\/scripts\//;

/** House rules that no ready-made tool knows. */
export const conventions: Check = {
  name: 'house rules',
  async run(): Promise<Finding> {
    const files = await sourceFiles();
    return { scope: `${files.length} files`, complaints: files.flatMap(offences).join('\n') };
  },
};

/** All complaints about one file, each a line naming the file. */
export function offences(file: SourceFile): string[] {
  const complaints: string[] = [];
  const lines = file.text.split('\n');
  const count = file.text.endsWith('\n') ? lines.length - 1 : lines.length;
  if (count > maxLines) complaints.push(`${file.name}: ${count} lines, at most ${maxLines}`);
  if (!file.name.startsWith('tests/') && hasVagueName(file.name)) {
    complaints.push(`${file.name}: the name does not say what the file does`);
  }
  if (exempt.test(file.name)) return complaints;
  lines.forEach((line, index) => {
    const place = `${file.name}:${index + 1}`;
    if (file.name.startsWith('tests/') && heldBackTest.test(line)) {
      complaints.push(`${place}: a test is skipped, focused or unwritten`);
    }
    if (file.name.startsWith('main/') && file.name !== errorReport && readsStack.test(line)) {
      complaints.push(`${place}: only ${errorReport} reads the stack of an error`);
    }
    if (reachesOut(file.name, line)) {
      complaints.push(`${place}: only main/egress and renderer/rpc open connections`);
    }
    if (leftover.test(line)) complaints.push(`${place}: leftover: ${line.trim()}`);
  });
  return complaints;
}

function reachesOut(name: string, line: string): boolean {
  if (!/^(?:main|shared|preload|renderer)\//.test(name) || mayOpenConnections.test(name))
    return false;
  return !comment.test(line) && opensConnection.test(line);
}

function hasVagueName(name: string): boolean {
  const parts = name.split('/').map((part) => part.replace(/(\.[a-z]+)+$/, ''));
  return parts.some((part) => vagueName.test(part));
}
