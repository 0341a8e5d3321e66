import { useWords } from '#renderer/i18n/index.ts';
import { Select, Switch, TextArea, TextField } from '#renderer/ui/index.ts';
import {
  type ExportChoices,
  ExportLayout,
  exportFormats,
  longestOwnWords,
} from '#shared/domain/export.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { changeChoices, changeLayout, hasVolumes, layoutFor } from './store.ts';

const selects = ['numbering', 'indent', 'sceneBreak', 'paper'] as const;
const switches = ['titlePage', 'volumes', 'blankLines', 'perChapter'] as const;
type SelectName = (typeof selects)[number];

function LayoutSelect({ name, value }: { name: SelectName; value: string }) {
  const { t } = useWords();
  const words: Record<string, string> = t(`export:${name}.choices`, { returnObjects: true });
  return (
    <Select
      label={t(`export:${name}.label`)}
      choices={ExportLayout.shape[name].options.map((id) => ({ id, label: words[id] ?? id }))}
      value={value}
      onChange={(chosen) => changeLayout(ExportLayout.partial().parse({ [name]: chosen }))}
    />
  );
}

/** What the chosen format lets one choose, and who wrote the book. */
export function LayoutFields(props: { choices: ExportChoices; project: ProjectInfo }) {
  const { choices, project } = props;
  const { t } = useWords();
  const layout = layoutFor(choices, project.language);
  const { heeds } = exportFormats[choices.format];
  const isManuscript = choices.format === 'manuscript';
  const bearsAuthor = isManuscript || (heeds.includes('titlePage') && layout.titlePage);
  return (
    <div className="export-section">
      <div className="export-switches">
        {switches
          .filter((name) => heeds.includes(name))
          .filter((name) => name !== 'volumes' || hasVolumes(project))
          .map((name) => (
            <Switch
              key={name}
              isSelected={layout[name]}
              onChange={(isOn) => changeLayout({ [name]: isOn })}
            >
              {t(`export:${name}`)}
            </Switch>
          ))}
      </div>
      {bearsAuthor && (
        <TextField
          label={t('export:author')}
          value={choices.author}
          longest={longestOwnWords.author}
          onChange={(author) => changeChoices({ author })}
        />
      )}
      {isManuscript && (
        <TextArea
          label={t('export:contact')}
          rows={3}
          value={choices.contact}
          longest={longestOwnWords.contact}
          onChange={(contact) => changeChoices({ contact })}
        />
      )}
      <div className="export-grid">
        {selects
          .filter((name) => heeds.includes(name))
          .map((name) => (
            <LayoutSelect key={name} name={name} value={layout[name]} />
          ))}
      </div>
    </div>
  );
}
