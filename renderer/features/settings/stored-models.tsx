import { useEffect, useRef, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { formatSize } from '#renderer/features/context-files/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Asking, Button, FailureBlock } from '#renderer/ui/index.ts';
import type { StoredModel } from '#shared/domain/sentence-model.ts';

type AskingProps = { model: StoredModel; onRemove: () => void; onKeep: () => void };

/** Removed files cannot come back by themselves: it is asked for once, with what it frees and what it changes. */
function AskingForModel({ model: { name, bytes, use }, onRemove, onKeep }: AskingProps) {
  const { t, language } = useWords();
  const size = formatSize(bytes, language);
  const question = use === 'chosen' ? 'askChosen' : 'ask';
  return (
    <Asking
      title={t('settings:retrieval.own.stored.remove')}
      text={t(`settings:retrieval.own.stored.${question}`, { name, size })}
      actionLabel={t('settings:retrieval.own.stored.remove')}
      keepLabel={t('settings:retrieval.own.stored.keep')}
      onAction={onRemove}
      onKeep={onKeep}
    />
  );
}

function Row({ model, onAsk }: { model: StoredModel; onAsk: () => void }) {
  const { t, language } = useWords();
  const { name, bytes, isWhole, use } = model;
  const states = [
    ...(use === 'chosen' ? [t('settings:retrieval.own.inUse')] : []),
    ...(use === 'coming' ? [t('settings:retrieval.own.stored.coming')] : []),
    ...(use === null && !isWhole ? [t('settings:retrieval.own.stored.unfinished')] : []),
  ];
  const action = t('settings:retrieval.own.stored.remove');
  return (
    <div className="stored-model">
      <span>{name}</span>
      <span className="ui-quiet">{[formatSize(bytes, language), ...states].join(' · ')}</span>
      <Button
        size="small"
        variant="quiet"
        isDisabled={use === 'coming'}
        aria-label={t('settings:retrieval.own.stored.of', { action, name })}
        onPress={onAsk}
      >
        {action}
      </Button>
    </div>
  );
}

type Props = {
  /** Another one: something may have come, or another model was chosen. */
  changes: string;
  /** Takes the model out of use, before its files go. */
  onLeave: () => Promise<void>;
  onRemoved: (model: StoredModel) => void;
};

/** What was downloaded, whole or not, and the way to be rid of it (E5); nothing where nothing is. */
export function StoredModels({ changes, onLeave, onRemoved }: Props) {
  const { t } = useWords();
  const [models, setModels] = useState<readonly StoredModel[]>([]);
  const [asking, setAsking] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const section = useRef<HTMLElement>(null);
  const read = async () => setModels((await call('retrieval:model:stored', {})).items);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed elsewhere is read again
  useEffect(() => void read().catch(reportFailure), [changes]);
  const remove = async (model: StoredModel) => {
    setAsking(null);
    setFailure(null);
    section.current?.focus();
    try {
      if (model.use === 'chosen') await onLeave();
      await call('retrieval:model:remove', { id: model.id });
      setRemoved(model.name);
      onRemoved(model);
    } catch (error) {
      setFailure(error);
    }
    await read().catch(reportFailure);
  };
  if (models.length === 0 && removed === null && failure === null) return null;
  const title = t('settings:retrieval.own.stored.title');
  return (
    <section ref={section} tabIndex={-1} className="stored-models" aria-label={title}>
      <h3>{title}</h3>
      {failure !== null && <FailureBlock error={failure} />}
      {models.map((model) =>
        model.id === asking ? (
          <AskingForModel
            key={model.id}
            model={model}
            onRemove={() => void remove(model)}
            onKeep={() => setAsking(null)}
          />
        ) : (
          <Row key={model.id} model={model} onAsk={() => setAsking(model.id)} />
        ),
      )}
      {removed !== null && (
        <p className="ui-quiet" role="status">
          {t('settings:retrieval.own.stored.removed', { name: removed })}
        </p>
      )}
    </section>
  );
}
