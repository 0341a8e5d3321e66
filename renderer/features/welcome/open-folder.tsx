import { type FormEvent, useState } from 'react';
import { useHost } from '#renderer/app/host.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, TextField } from '#renderer/ui/index.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Opening } from './opening.ts';

/** A native dialog where there is one, else a field for the path. */
export function OpenFolder({ opening }: { opening: Opening }) {
  const { t } = useWords();
  const native = useHost((host) => host.capabilities?.pickFolder ?? false);
  return (
    <section>
      <h2>{t('welcome:open.title')}</h2>
      <p>{t('welcome:open.text')}</p>
      {native ? <PickFolder opening={opening} /> : <TypePath opening={opening} />}
    </section>
  );
}

function PickFolder({ opening }: { opening: Opening }) {
  const { t } = useWords();
  const pick = async () => {
    const { path } = await call('host:pickFolder', { title: t('welcome:open.title') });
    return path === null ? null : call('projects:open', { path });
  };
  return (
    <Button isDisabled={opening.busy} onPress={() => opening.open(pick)}>
      {t('welcome:open.action')}
    </Button>
  );
}

/** What is wrong with a path, said beside its field. */
const faultsOfPath: Partial<Record<ErrorCode, 'nowhere' | 'file'>> = {
  PROJECT_FOLDER_MISSING: 'nowhere',
  PROJECT_PATH_IS_FILE: 'file',
};

function TypePath({ opening }: { opening: Opening }) {
  const { t } = useWords();
  const [path, setPath] = useState('');
  const [fault, setFault] = useState<'missing' | 'nowhere' | 'file' | null>(null);
  const openPath = async (given: string) => {
    try {
      return await call('projects:open', { path: given });
    } catch (error) {
      const known = faultsOfPath[failureOf(error).code];
      if (known === undefined) throw error;
      setFault(known);
      return null;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = path.trim();
    setFault(given === '' ? 'missing' : null);
    if (given !== '') opening.open(() => openPath(given));
  };
  const words = { import: t('import:welcome.title') };
  return (
    <form className="welcome-form" onSubmit={submit}>
      <TextField
        label={t('welcome:open.field')}
        hideLabel
        placeholder={t('welcome:open.placeholder')}
        value={path}
        onChange={setPath}
        error={fault === null ? undefined : t(`welcome:open.${fault}`, words)}
      />
      <Button type="submit" isDisabled={opening.busy}>
        {t('welcome:open.go')}
      </Button>
    </form>
  );
}
