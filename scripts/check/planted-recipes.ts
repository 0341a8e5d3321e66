/** What the recipes of CONTRIBUTING.md change, to be planted in a copy of the sources. */

type Edit = { file: string; find: string; put: string };

/** A recipe carried out whole compiles; of one carried out in part the compiler names what is missing. */
type Recipe = { name: string; edits: readonly Edit[]; missing: readonly string[] };

const readWords = (file: string, key: string): Edit[] =>
  ['en', 'zh-CN'].map((language) => ({
    file: `renderer/i18n/${language}/${file}`,
    find: key,
    put: `"planted": "planted", ${key}`,
  }));

export const plantedRecipes: readonly Recipe[] = [
  {
    name: 'an interface language, its row alone',
    edits: [
      {
        file: 'shared/domain/interface-language.ts',
        find: "z.enum(['zh-CN', 'en'])",
        put: "z.enum(['zh-CN', 'en', 'fr'])",
      },
      {
        file: 'shared/domain/interface-language.ts',
        find: '  en: {\n',
        put: "  fr: { name: 'Français', bookLanguage: 'en', locales: /^fr/, chapter: { words: 'chapitre {number}', numerals: 'arabic' } },\n  en: {\n",
      },
    ],
    missing: ['main/hosts/node/words.ts'],
  },
  {
    name: 'a constraint type, without migration and words',
    edits: [{ file: 'shared/domain/constraint.ts', find: "'plot'])", put: "'plot', 'planted'])" }],
    missing: [
      'main/db/migrations/index.ts',
      'renderer/features/constraints/add-constraint.tsx',
      'renderer/features/constraints/conflict-choice.tsx',
      'renderer/features/constraints/constraint-editor.tsx',
      'renderer/features/constraints/constraint-row.tsx',
      'renderer/features/constraints/panel.tsx',
    ],
  },
  {
    name: 'a reason, without words',
    edits: [
      {
        file: 'shared/domain/assembly.ts',
        find: '  mutedByWriter:',
        put: "  planted: { family: 'off' },\n  mutedByWriter:",
      },
    ],
    missing: [
      'main/hosts/node/words.ts',
      'renderer/features/expectations/expectation-row.tsx',
      'renderer/features/inspect/reason-words.ts',
    ],
  },
  {
    name: 'a kind of provider, its name alone',
    edits: [
      {
        file: 'shared/domain/model-profile.ts',
        find: "'ollama'] as const",
        put: "'ollama', 'planted'] as const",
      },
    ],
    missing: ['main/ai/runs/models/providers.ts', 'renderer/features/models/services.ts'],
  },
  {
    name: 'an export format, its row without a writer and words',
    edits: [
      {
        file: 'shared/domain/export.ts',
        find: "  'platform',\n]",
        put: "  'platform', 'planted',\n]",
      },
      {
        file: 'shared/domain/export.ts',
        find: '  epub: {',
        put: "  planted: { extension: 'x', heeds: [] },\n  epub: {",
      },
    ],
    missing: ['main/book/export/formats/index.ts', 'renderer/features/export/format-list.tsx'],
  },
  {
    name: 'a column of the codex, whole',
    edits: [
      {
        file: 'shared/domain/knowledge.ts',
        find: '  inclusion: Inclusion,\n',
        put: '  inclusion: Inclusion,\n  planted: z.string(),\n',
      },
      {
        file: 'shared/domain/knowledge.ts',
        find: "  inclusion: 'auto',\n",
        put: "  inclusion: 'auto',\n  planted: '',\n",
      },
      {
        file: 'main/db/migrations/index.ts',
        find: '  replacementsMigration,\n',
        put: "  replacementsMigration,\n  { number: 999, name: 'planted', up: (database) => database.exec(\"ALTER TABLE entities ADD COLUMN planted TEXT NOT NULL DEFAULT ''\") },\n",
      },
      {
        file: 'renderer/features/codex/entity-form.tsx',
        find: '      <AliasField\n',
        put: "      <TextField\n        label={t('codex:form.planted')}\n        value={draft.planted}\n        onChange={(planted) => changeDraft({ planted })}\n      />\n      <AliasField\n",
      },
      {
        file: 'renderer/features/codex/conflict-choice.tsx',
        find: "  summary: 'codex:form.summary',\n",
        put: "  summary: 'codex:form.summary',\n  planted: 'codex:form.planted',\n",
      },
      ...readWords('codex.json', '"summaryPlaceholder"'),
    ],
    missing: [],
  },
];
