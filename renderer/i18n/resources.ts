import { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import enApp from './en/app.json';
import enAssistant from './en/assistant.json';
import enBackups from './en/backups.json';
import enBeside from './en/beside.json';
import enBinder from './en/binder.json';
import enCandidates from './en/candidates.json';
import enChapter from './en/chapter.json';
import enCodex from './en/codex.json';
import enConstraints from './en/constraints.json';
import enContextFiles from './en/context-files.json';
import enContradictions from './en/contradictions.json';
import enDays from './en/days.json';
import enEditor from './en/editor.json';
import enEgress from './en/egress.json';
import enErrors from './en/errors.json';
import enExpectations from './en/expectations.json';
import enExport from './en/export.json';
import enFindings from './en/findings.json';
import enGit from './en/git.json';
import enHistory from './en/history.json';
import enImport from './en/import.json';
import enInspect from './en/inspect.json';
import enJobs from './en/jobs.json';
import enLockIn from './en/lock-in.json';
import enMemory from './en/memory.json';
import enModels from './en/models.json';
import enNotes from './en/notes.json';
import enOrigins from './en/origins.json';
import enOutside from './en/outside.json';
import enPalette from './en/palette.json';
import enPurse from './en/purse.json';
import enReadAloud from './en/read-aloud.json';
import enReplace from './en/replace.json';
import enReports from './en/reports.json';
import enSettings from './en/settings.json';
import enSpelling from './en/spelling.json';
import enStructure from './en/structure.json';
import enSynopses from './en/synopses.json';
import enThreads from './en/threads.json';
import enWelcome from './en/welcome.json';
import enWrite from './en/write.json';

/** The English texts, after which the keys are typed. */
export const en = {
  app: enApp,
  assistant: enAssistant,
  backups: enBackups,
  beside: enBeside,
  binder: enBinder,
  candidates: enCandidates,
  chapter: enChapter,
  codex: enCodex,
  constraints: enConstraints,
  'context-files': enContextFiles,
  contradictions: enContradictions,
  days: enDays,
  editor: enEditor,
  egress: enEgress,
  errors: enErrors,
  expectations: enExpectations,
  export: enExport,
  findings: enFindings,
  git: enGit,
  history: enHistory,
  import: enImport,
  inspect: enInspect,
  jobs: enJobs,
  'lock-in': enLockIn,
  memory: enMemory,
  models: enModels,
  notes: enNotes,
  origins: enOrigins,
  outside: enOutside,
  palette: enPalette,
  purse: enPurse,
  'read-aloud': enReadAloud,
  replace: enReplace,
  reports: enReports,
  settings: enSettings,
  spelling: enSpelling,
  structure: enStructure,
  synopses: enSynopses,
  threads: enThreads,
  welcome: enWelcome,
  write: enWrite,
};

type Texts = typeof en;

const files = import.meta.glob<Texts[keyof Texts]>(['./*/*.json', '!./*/hosts.json'], {
  eager: true,
  import: 'default',
});

/** The texts of each language by feature. `npm run check` holds every language to the same keys. */
export const resources = Object.fromEntries(
  InterfaceLanguage.options.map((language) => [
    language,
    Object.fromEntries(
      Object.keys(en).map((feature) => [feature, files[`./${language}/${feature}.json`]]),
    ),
  ]),
) as Record<InterfaceLanguage, Texts>;
