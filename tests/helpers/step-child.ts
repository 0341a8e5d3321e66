import { startProjects } from './projects.ts';

/**
 * Another process that splits or merges chapters, or moves a scene, and is killed in the middle: `<base> <folder> <kind> <when> <at>`. When:
 * the number of files written before the kill, or `records` for the moment in which all files are as they should be. A kind that
 * ends in `Closed` sets a fence before the step is undone.
 */
const [base = '', root = '', kind = '', when = '', at = ''] = process.argv.slice(2);

const desk = await startProjects(base);
const { projectId, documents } = await desk.projects.open({ path: root });
const documentIds = documents.slice(0, 2).map(({ documentId }) => documentId);
const [documentId = ''] = documentIds;
const { version } = await desk.documents.read(projectId, documentId);
const done = kind.startsWith('part')
  ? await desk.documents.merge({ projectId, documentIds })
  : null;
/** The last scene of the first chapter goes to the end of the second. */
const moveScene = () =>
  desk.documents.moveScene({
    ...{ projectId, documentId, scene: 1, expectedVersion: version },
    ...{ toDocumentId: documentIds[1] ?? '', toScene: 1 },
  });
const moved = kind === 'sceneBack' ? await moveScene() : null;
const halves = kind.startsWith('join')
  ? await desk.documents.split({
      projectId,
      documentId,
      at: Number(at),
      expectedVersion: version,
    })
  : null;

// Of the second half, or of the whole.
if (kind.endsWith('Closed')) {
  const closed = {
    documentId: halves?.documentId ?? documentId,
    fence: { neverSend: true },
  } as const;
  await desk.documents.update({ projectId, ...closed });
}

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
let written = 0;
desk.events.on((name, _payload) => {
  if (name !== 'document:changed') return;
  written += 1;
  if (String(written) === when) die();
});
if (when === 'records') desk.documents.followText(die);

const undoId = done?.undoId ?? halves?.undoId ?? moved?.undoId;
if (undoId !== undefined) await desk.documents.undoStep(projectId, undoId);
else if (kind === 'scene') await moveScene();
else if (kind === 'merged') await desk.documents.merge({ projectId, documentIds });
else
  await desk.documents.split({ projectId, documentId, at: Number(at), expectedVersion: version });
