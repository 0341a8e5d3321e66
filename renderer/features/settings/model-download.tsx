import { type FormEvent, useEffect, useState } from 'react';
import type { TaskState } from '#renderer/app/long-task.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { isTaskKept, useTask } from '#renderer/app/use-task.ts';
import { formatSize } from '#renderer/features/context-files/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, FailureBlock, Progress, TextField } from '#renderer/ui/index.ts';
import { ModelFiles } from './model-files.tsx';
import {
  ModelSite,
  PublishedModelName,
  type SentenceModelOffer,
} from '#shared/domain/sentence-model.ts';

/** Its place among long work. */
export const modelDownload = 'model download';

const defaultSite = 'https://huggingface.co';

/** What is on the site: its files, how large, under which licence, and what they must hash to. */
function Offer({ offer }: { offer: SentenceModelOffer }) {
  const { t } = useWords();
  return (
    <div className="sentence-model-look">
      <ModelFiles files={offer.files} />
      <p>
        {offer.licence === null
          ? t('settings:retrieval.own.download.noLicence')
          : t('settings:retrieval.own.download.licence', { licence: offer.licence })}
      </p>
      <p className="sentence-model-sum">
        {offer.check.kind === 'sha256' ? 'SHA-256' : 'SHA-1 (git)'} {offer.check.hex}
      </p>
    </div>
  );
}

/** How much has come, and the way to call it off. */
function Coming({ task: { done, total, cancel } }: { task: TaskState }) {
  const { t, language } = useWords();
  const sizes = { done: formatSize(done, language), total: formatSize(total, language) };
  return (
    <Progress
      label={t('settings:retrieval.own.download.busy', sizes)}
      value={done}
      total={total}
      {...(cancel === null ? {} : { cancelLabel: t('actions.cancel'), onCancel: cancel })}
    />
  );
}

type Props = {
  onFolder: (folder: string) => void;
  /** No download is under way any more, whole or not. Stays the same function. */
  onEnd: () => void;
};

/** Looks a published sentence model up and, once the writer has seen what it is, brings it here (E5). */
export function ModelDownload({ onFolder, onEnd }: Props) {
  const { t, language } = useWords();
  const [site, setSite] = useState(defaultSite);
  const [name, setName] = useState('');
  const [offer, setOffer] = useState<SentenceModelOffer | null>(null);
  const { busy, state: coming, said, run, ...download } = useTask(modelDownload);
  const isShown = useIsShown();
  const [isOpen, setOpen] = useState(isTaskKept(modelDownload));
  const [isAsking, setAsking] = useState(false);
  const [checked, setChecked] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const shownFailure = failure ?? download.failure;
  const published = { site: site.trim(), name: name.trim() };
  const isSite = ModelSite.safeParse(published.site).success;
  const isName = PublishedModelName.safeParse(published.name).success;
  const edit = (set: (value: string) => void) => (value: string) => {
    set(value);
    setOffer(null);
    setFailure(null);
    download.dismiss();
  };
  useEffect(() => {
    if (!busy) onEnd();
  }, [busy, onEnd]);
  const ask = async () => {
    setAsking(true);
    try {
      setOffer(await call('retrieval:model:offer', published));
    } catch (error) {
      setFailure(error);
    } finally {
      setAsking(false);
    }
  };
  const bring = ({ revision }: SentenceModelOffer) =>
    run(async ({ taskId }) => {
      const { folder } = await call('retrieval:model:download', {
        ...{ ...published, revision, taskId },
      });
      if (!isShown()) return t('settings:retrieval.own.download.done', { folder });
      onFolder(folder);
      return null;
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isSite || !isName) return;
    setFailure(null);
    if (offer === null) void ask();
    else if (offer.folder === null) bring(offer);
    else onFolder(offer.folder);
  };
  const action = (): string => {
    if (isAsking) return t('settings:retrieval.own.download.asking');
    if (offer === null) return t('settings:retrieval.own.download.ask');
    if (offer.folder !== null) return t('settings:retrieval.own.download.there');
    const bytes = offer.files.reduce((sum, file) => sum + file.bytes, 0);
    return t('settings:retrieval.own.download.start', { size: formatSize(bytes, language) });
  };
  return (
    <details
      className="sentence-model-download"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('settings:retrieval.own.download.title')}</summary>
      <form className="sentence-model" onSubmit={submit}>
        <p className="ui-quiet">{t('settings:retrieval.own.download.hint')}</p>
        <TextField
          label={t('settings:retrieval.own.download.name')}
          value={name}
          longest={200}
          onChange={edit(setName)}
          error={checked && !isName ? t('settings:retrieval.own.download.nameInvalid') : undefined}
        />
        <TextField
          label={t('settings:retrieval.own.download.site')}
          value={site}
          longest={300}
          onChange={edit(setSite)}
          error={checked && !isSite ? t('settings:retrieval.own.download.siteInvalid') : undefined}
        />
        {shownFailure !== null && <FailureBlock error={shownFailure} />}
        {said !== null && <p role="status">{said}</p>}
        {offer !== null && <Offer offer={offer} />}
        {coming === null ? (
          <Button type="submit" isDisabled={isAsking}>
            {action()}
          </Button>
        ) : (
          <Coming task={coming} />
        )}
      </form>
    </details>
  );
}
