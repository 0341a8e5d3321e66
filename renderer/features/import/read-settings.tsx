/** The left column: how the file is read. */
import { type FormEvent, useState } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, isTooLong, Segmented, TextField } from '#renderer/ui/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import type { ChangeChoice } from '#shared/contract/import.ts';
import { changeOptions, type Preview, useImport } from './store.ts';

const rules = ['parts', 'headings', 'pattern', 'scenes', 'none'] as const;

/** What stands at the beginning of a line, taken as it is. */
const asPattern = (words: string): string => `^${words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`;

/** Of what a chapter begins with, UTF-16 units. */
const longestMark = 60;

function OwnRule() {
  const { t } = useWords();
  const [words, setWords] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = words.trim();
    if (given !== '' && !isTooLong(given, longestMark))
      changeOptions({ splitAt: 'pattern', pattern: asPattern(given) });
  };
  return (
    <form className="import-own" onSubmit={submit}>
      <TextField
        label={t('import:split.own')}
        placeholder={t('import:split.ownPlaceholder')}
        value={words}
        onChange={setWords}
        longest={longestMark}
      />
      <Button type="submit" isDisabled={words.trim() === '' || isTooLong(words, longestMark)}>
        {t('import:split.use')}
      </Button>
    </form>
  );
}

/** Files of a folder have no contents of their own. */
const partsOf = ({ format }: Preview): 'files' | 'parts' =>
  format === 'markdown' || format === 'txt' ? 'files' : 'parts';

function SplitRules({ preview }: { preview: Preview }) {
  const { t } = useWords();
  // What was chosen, not what was read last: who thinks again meanwhile is heard.
  const chosen = useImport(({ options }) => options.splitAt) ?? preview.splitAt;
  const counts = new Map(preview.splits.map(({ splitAt, chapters }) => [splitAt, chapters]));
  const choose = (id: string) => {
    const rule = rules.find((one): one is (typeof rules)[number] => one === id);
    const { pattern: _, ...options } = useImport.getState().options;
    if (rule === undefined) return;
    useImport.setState({ options });
    changeOptions({ splitAt: rule });
  };
  return (
    <section>
      <RadioGroup value={chosen} onChange={choose} className="import-rules">
        <Label className="import-head">{t('import:split.title')}</Label>
        {rules
          .filter((rule) => rule !== 'parts' || counts.has('parts'))
          .map((rule) => (
            <Radio key={rule} value={rule} className="import-radio">
              <span className="import-radio-mark" aria-hidden />
              <span>{t(`import:split.${rule === 'parts' ? partsOf(preview) : rule}`)}</span>
              <span className="ui-quiet">
                {t('import:split.count', { count: counts.get(rule) ?? 0 })}
              </span>
            </Radio>
          ))}
      </RadioGroup>
      <OwnRule />
    </section>
  );
}

function Encodings({ preview }: { preview: Preview }) {
  const { t } = useWords();
  const { encoding, encodings = [] } = preview;
  const guessed = useImport((state) => state.options.encoding === undefined);
  const isUnsure = preview.warnings.some(({ code }) => code.startsWith('ENCODING_'));
  if (encoding === undefined || encodings.length < 2 || (guessed && !isUnsure)) return null;
  return (
    <section>
      <RadioGroup
        value={encoding}
        onChange={(chosen) => changeOptions({ encoding: chosen })}
        className="import-rules"
      >
        <Label className="import-head">{t('import:encoding.title')}</Label>
        <p className="ui-quiet">{t('import:encoding.hint')}</p>
        {encodings.slice(0, 6).map((choice) => (
          <Radio key={choice.encoding} value={choice.encoding} className="import-radio">
            <span className="import-radio-mark" aria-hidden />
            <span>
              {choice.encoding === encoding && guessed
                ? t('import:encoding.guessed', { encoding })
                : choice.encoding}
            </span>
            <span className="import-sample">{choice.preview.slice(0, 40)}</span>
          </Radio>
        ))}
      </RadioGroup>
    </section>
  );
}

function Changes({ preview }: { preview: Preview }) {
  const { t } = useWords();
  const chosen = useImport((state) => state.options.changes ?? 'keep');
  if (preview.changes.length === 0) return null;
  const choices: ChangeChoice[] = ['keep', 'accept', 'reject'];
  const count = preview.warnings.find(({ code }) => code === 'CHANGES_TRACKED')?.count ?? 0;
  return (
    <section>
      <h3 className="import-head">{t('import:changes.title', { count })}</h3>
      <ul className="import-changes">
        {preview.changes.slice(0, 6).map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name and never change place
          <li key={at}>
            <span className="ui-quiet">{preview.chapters[change.chapter]?.title}</span>
            {change.kind === 'inserted' ? (
              <ins>{change.text.slice(0, 60)}</ins>
            ) : (
              <del>{change.text.slice(0, 60)}</del>
            )}
          </li>
        ))}
      </ul>
      <Segmented
        label={t('import:changes.label')}
        choices={choices.map((id) => ({ id, label: t(`import:changes.${id}`) }))}
        value={chosen}
        onChange={(changes) => changeOptions({ changes })}
      />
      <p className="ui-quiet">{t(`import:changes.${chosen}Means`)}</p>
    </section>
  );
}

function Comments({ preview }: { preview: Preview }) {
  const { t } = useWords();
  const kept = useImport((state) => state.options.keepComments === true);
  if (preview.comments.length === 0) return null;
  // A preview holds some of them, and counts all.
  const count = preview.chapters.reduce((sum, { comments }) => sum + comments, 0);
  return (
    <section>
      <h3 className="import-head">{t('import:comments.title', { count })}</h3>
      <ul className="import-changes">
        {preview.comments.slice(0, 6).map((comment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no name and never change place
          <li key={at}>
            <span className="ui-quiet">{preview.chapters[comment.chapter]?.title}</span>
            <span>
              {comment.author === '' ? comment.text : `${comment.author}：${comment.text}`}
            </span>
          </li>
        ))}
      </ul>
      <Checkbox isSelected={kept} onChange={(keepComments) => changeOptions({ keepComments })}>
        {t('import:comments.keep')}
      </Checkbox>
    </section>
  );
}

/** What else is said of itself stands where it can be answered. */
const said = [
  'BYTES_UNREADABLE',
  'PICTURES_LEFT_OUT',
  'FILES_LEFT_OUT',
  'DOCUMENTS_LEFT_OUT',
  'DOCUMENT_NOTES_LEFT_OUT',
  'SYNOPSES_TAKEN',
  'SYNOPSES_LEFT_OUT',
  'LABELS_LEFT_OUT',
  'GOALS_TAKEN',
  'GOALS_LEFT_OUT',
  'ENCODING_UNSURE',
  'CHAPTERS_DOUBLED',
] as const;

function Warnings({ preview }: { preview: Preview }) {
  const { t, language } = useWords();
  const warnings = said.flatMap((code) => {
    const found = preview.warnings.find((warning) => warning.code === code);
    return found === undefined ? [] : [{ code, count: found.count ?? 0 }];
  });
  if (warnings.length === 0) return null;
  return (
    <section>
      <ul className="import-warnings">
        {warnings.map(({ code, count }) => (
          <li key={code}>
            {t(`import:warnings.${code}`, { count: formatCount(count, language) })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What was not sent: documents by name, as each can be imported alone; of others only how many. */
function LeftOut() {
  const { t } = useWords();
  const leftOut = useImport(({ source }) => source?.leftOut);
  if (leftOut === undefined) return null;
  const { documents, others } = leftOut;
  return (
    <>
      {documents.length > 0 && (
        <details className="import-left-out">
          <summary>{t('import:leftOut.documents', { count: documents.length })}</summary>
          <ul className="import-warnings">
            {documents.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      )}
      {others > 0 && (
        <p className="import-left-out">{t('import:leftOut.others', { count: others })}</p>
      )}
    </>
  );
}

export function ReadSettings({ preview }: { preview: Preview }) {
  return (
    <div className="import-settings">
      <Changes preview={preview} />
      <Comments preview={preview} />
      <SplitRules preview={preview} />
      <Encodings preview={preview} />
      <Warnings preview={preview} />
      <LeftOut />
    </div>
  );
}
