import { startProjects } from './projects.ts';

/**
 * Another process on the same project, for tests that kill it or take its rights away.
 * `save <base> <folder>`: saves the first chapter over and over, each time the number of the save on many lines,
 * and prints the number once the save is answered. `try <base> <folder>`: opens, tries to save, prints the outcome.
 */
const [mode, base = '', folder = '', data = ''] = process.argv.slice(2);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const desk = await startProjects(base, { data });
const project = await desk.projects.open({ path: folder });
const { projectId } = project;
const documentId = project.documents[0]?.documentId ?? '';
let { version } = await desk.documents.read(projectId, documentId);

if (mode === 'save') {
  for (let number = 1; ; number += 1) {
    const text = `${number}\n`.repeat(20_000);
    ({ version } = await desk.documents.save({
      projectId,
      documentId,
      text,
      expectedVersion: version,
      reason: 'autosave',
    }));
    say(String(number));
  }
}
const save = desk.documents.save({
  projectId,
  documentId,
  text: 'changed',
  expectedVersion: version,
});
const outcome = await save.then(
  () => 'saved',
  (error: unknown) =>
    error instanceof Error && 'code' in error ? String(error.code) : String(error),
);
say(JSON.stringify({ readOnly: project.readOnly, outcome }));
await desk.stop();
