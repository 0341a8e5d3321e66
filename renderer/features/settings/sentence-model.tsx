import { type FormEvent, useCallback, useState } from 'react';
import { useHost } from '#renderer/app/host.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatSize } from '#renderer/features/context-files/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock, TextField, isTooLong } from '#renderer/ui/index.ts';
import { longestPrefix } from '#shared/domain/sentence-model.ts';
import { ModelFiles } from './model-files.tsx';
import { ModelDownload } from './model-download.tsx';
import { StoredModels } from './stored-models.tsx';
import type { ModelPrefixes, SentenceModelLook } from '#shared/domain/sentence-model.ts';
import type { EmbedderChoice } from '#shared/domain/settings.ts';

type ModelChoice = EmbedderChoice & { kind: 'model' };

type Props = {
  onApply: (choice: EmbedderChoice) => void;
  /** Goes back to what is built in. */
  onLeave: () => Promise<void>;
};

/** A time as one would say it: below a minute in seconds, else in minutes. */
const useDuration = () => {
  const { t } = useWords();
  return (seconds: number): string =>
    seconds < 60
      ? t('settings:retrieval.own.seconds', { count: Math.max(1, Math.ceil(seconds)) })
      : t('settings:retrieval.own.minutes', { count: Math.ceil(seconds / 60) });
};

/** Whether the settings name this very model, with what stands before its questions and passages. */
const isSame = (saved: EmbedderChoice, { folder, prefixes }: ModelChoice): boolean =>
  saved.kind === 'model' &&
  saved.folder === folder &&
  saved.prefixes?.question === prefixes?.question &&
  saved.prefixes?.passage === prefixes?.passage;

/** What the folder holds, what it would take of this book, and under which terms. */
function Look({ look }: { look: SentenceModelLook }) {
  const { t, language } = useWords();
  const durationOf = useDuration();
  const { dimension, maxTokens, passages, seconds, memory, licence } = look;
  return (
    <div className="sentence-model-look">
      <ModelFiles files={look.files} />
      <p>{t('settings:retrieval.own.about', { dimension, tokens: maxTokens })}</p>
      <p>
        {t('settings:retrieval.own.cost', {
          passages,
          time: durationOf(seconds),
          memory: formatSize(memory, language),
        })}
      </p>
      <p className="sentence-model-sum">SHA-256 {look.sha256}</p>
      {licence === null ? (
        <p className="ui-quiet">{t('settings:retrieval.own.noLicence')}</p>
      ) : (
        <details>
          <summary>{t('settings:retrieval.own.licence', { name: licence.name })}</summary>
          <pre>{licence.text}</pre>
        </details>
      )}
      <p className="ui-quiet">{t('settings:retrieval.own.unmeasured')}</p>
    </div>
  );
}

type PrefixesProps = { prefixes: ModelPrefixes; onChange: (prefixes: ModelPrefixes) => void };

/** What the model wants before questions and passages. */
function Prefixes({ prefixes, onChange }: PrefixesProps) {
  const { t } = useWords();
  return (
    <div className="sentence-model-prefixes">
      {(['question', 'passage'] as const).map((role) => (
        <TextField
          key={role}
          label={t(`settings:retrieval.own.${role}`)}
          value={prefixes[role]}
          longest={longestPrefix}
          onChange={(words) => onChange({ ...prefixes, [role]: words })}
        />
      ))}
    </div>
  );
}

/** A sentence model in a folder of the machine that holds the books (E5): looked at first, then chosen. */
export function SentenceModel({ onApply, onLeave }: Props) {
  const { t } = useWords();
  const saved = usePreferences(({ settings }) => settings.embedder);
  const projectId = useSession(({ project }) => project?.projectId);
  const hasPicker = useHost(({ capabilities }) => capabilities?.pickFolder ?? false);
  const [folder, setFolder] = useState(saved.kind === 'model' ? saved.folder : '');
  const [look, setLook] = useState<SentenceModelLook | null>(null);
  const [prefixes, setPrefixes] = useState<ModelPrefixes | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [downloads, setDownloads] = useState(0);
  const countDownload = useCallback(() => setDownloads((count) => count + 1), []);
  const [failure, setFailure] = useState<unknown>(null);
  const moveTo = (place: string) => {
    setFolder(place);
    setLook(null);
    setPrefixes(null);
    setFailure(null);
  };
  const pick = async () => {
    const { path } = await call('host:pickFolder', { title: t('settings:retrieval.own.folder') });
    if (path !== null) moveTo(path);
  };
  const lookAt = async () => {
    if (projectId === undefined) return;
    setBusy(true);
    setFailure(null);
    try {
      const found = await call('retrieval:model:look', { projectId, folder: folder.trim() });
      setLook(found);
      setPrefixes(found.prefixes);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (look === null) void lookAt();
    else onApply(choice);
  };
  const choice = { kind: 'model', folder: folder.trim(), ...(prefixes && { prefixes }) } as const;
  const isInUse = look !== null && isSame(saved, choice);
  const areTooLong = Object.values(prefixes ?? {}).some((one) => isTooLong(one, longestPrefix));
  const isReady =
    !isInUse && !areTooLong && projectId !== undefined && folder.trim() !== '' && !isBusy;
  return (
    <>
      <form className="sentence-model" onSubmit={submit}>
        <p className="ui-quiet">{t('settings:retrieval.own.hint')}</p>
        <div className="sentence-model-folder">
          <TextField label={t('settings:retrieval.own.folder')} value={folder} onChange={moveTo} />
          {hasPicker && (
            <Button variant="quiet" onPress={() => void pick().catch(reportFailure)}>
              {t('settings:retrieval.own.pick')}
            </Button>
          )}
        </div>
        {projectId === undefined && <p>{t('settings:retrieval.own.noBook')}</p>}
        {failure !== null && <FailureBlock error={failure} />}
        {look !== null && prefixes !== null && (
          <>
            <Look look={look} />
            <Prefixes prefixes={prefixes} onChange={setPrefixes} />
          </>
        )}
        <Button type="submit" isDisabled={!isReady}>
          {t(
            isBusy
              ? 'settings:retrieval.own.looking'
              : isInUse
                ? 'settings:retrieval.own.inUse'
                : look
                  ? 'settings:retrieval.apply'
                  : 'settings:retrieval.own.look',
          )}
        </Button>
      </form>
      <ModelDownload onFolder={moveTo} onEnd={countDownload} />
      <StoredModels
        changes={`${downloads} ${saved.kind === 'model' ? saved.folder : ''}`}
        onLeave={onLeave}
        onRemoved={(model) => {
          if (model.folder === folder.trim()) moveTo('');
        }}
      />
    </>
  );
}
