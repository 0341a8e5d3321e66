import enApp from './en/app.json';
import enAssistant from './en/assistant.json';
import enBinder from './en/binder.json';
import enCandidates from './en/candidates.json';
import enChapter from './en/chapter.json';
import enCodex from './en/codex.json';
import enConstraints from './en/constraints.json';
import enContextFiles from './en/context-files.json';
import enEditor from './en/editor.json';
import enErrors from './en/errors.json';
import enFindings from './en/findings.json';
import enHistory from './en/history.json';
import enImport from './en/import.json';
import enInspect from './en/inspect.json';
import enMemory from './en/memory.json';
import enModels from './en/models.json';
import enPalette from './en/palette.json';
import enSettings from './en/settings.json';
import enWelcome from './en/welcome.json';
import enWrite from './en/write.json';
import zhApp from './zh-CN/app.json';
import zhAssistant from './zh-CN/assistant.json';
import zhBinder from './zh-CN/binder.json';
import zhCandidates from './zh-CN/candidates.json';
import zhChapter from './zh-CN/chapter.json';
import zhCodex from './zh-CN/codex.json';
import zhConstraints from './zh-CN/constraints.json';
import zhContextFiles from './zh-CN/context-files.json';
import zhEditor from './zh-CN/editor.json';
import zhErrors from './zh-CN/errors.json';
import zhFindings from './zh-CN/findings.json';
import zhHistory from './zh-CN/history.json';
import zhImport from './zh-CN/import.json';
import zhInspect from './zh-CN/inspect.json';
import zhMemory from './zh-CN/memory.json';
import zhModels from './zh-CN/models.json';
import zhPalette from './zh-CN/palette.json';
import zhSettings from './zh-CN/settings.json';
import zhWelcome from './zh-CN/welcome.json';
import zhWrite from './zh-CN/write.json';

/** One file per feature and language; keys are typed after the English ones, and a test holds both complete. */
export const en = {
  app: enApp,
  assistant: enAssistant,
  binder: enBinder,
  candidates: enCandidates,
  chapter: enChapter,
  codex: enCodex,
  constraints: enConstraints,
  'context-files': enContextFiles,
  editor: enEditor,
  errors: enErrors,
  findings: enFindings,
  history: enHistory,
  import: enImport,
  inspect: enInspect,
  memory: enMemory,
  models: enModels,
  palette: enPalette,
  settings: enSettings,
  welcome: enWelcome,
  write: enWrite,
};

export const zhCN = {
  app: zhApp,
  assistant: zhAssistant,
  binder: zhBinder,
  candidates: zhCandidates,
  chapter: zhChapter,
  codex: zhCodex,
  constraints: zhConstraints,
  'context-files': zhContextFiles,
  editor: zhEditor,
  errors: zhErrors,
  findings: zhFindings,
  history: zhHistory,
  import: zhImport,
  inspect: zhInspect,
  memory: zhMemory,
  models: zhModels,
  palette: zhPalette,
  settings: zhSettings,
  welcome: zhWelcome,
  write: zhWrite,
};
