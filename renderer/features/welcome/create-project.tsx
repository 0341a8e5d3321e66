import { type FormEvent, useState } from 'react';
import type { Language } from '#shared/domain/identifiers.ts';
import { interfaceLanguages } from '#shared/domain/interface-language.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, isTooLong, Segmented, TextField } from '#renderer/ui/index.ts';
import { longestBookName } from '#shared/domain/project.ts';
import type { Opening } from './opening.ts';

/** A new folder with a first chapter. */
export function CreateProject({ opening }: { opening: Opening }) {
  const { t, language: interfaceLanguage } = useWords();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Language | null>(null);
  // Until one is chosen for the novel it is that of the page, which may be chosen after this was shown.
  const language = chosen ?? interfaceLanguages[interfaceLanguage].bookLanguage;
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    setMissing(given === '');
    if (given !== '' && !isTooLong(given, longestBookName))
      opening.open(() => call('projects:create', { name: given, language }));
  };
  return (
    <section>
      <h2>{t('welcome:create.title')}</h2>
      <p>{t('welcome:create.text')}</p>
      <form className="welcome-form" onSubmit={submit}>
        <TextField
          label={t('welcome:create.field')}
          hideLabel
          placeholder={t('welcome:create.field')}
          value={name}
          onChange={setName}
          longest={longestBookName}
          error={missing ? t('welcome:create.missing') : undefined}
        />
        <Segmented
          label={t('welcome:create.language')}
          choices={[
            { id: 'zh-CN', label: '中文' },
            { id: 'en', label: 'English' },
          ]}
          value={language}
          onChange={setChosen}
        />
        <Button type="submit" isDisabled={opening.busy}>
          {t('welcome:create.action')}
        </Button>
      </form>
    </section>
  );
}
