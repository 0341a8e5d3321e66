import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { ModelProfile } from '#shared/domain/model-profile.ts';
import { Asking, Button, Dialog, FailureBlock } from '#renderer/ui/index.ts';
import { draftOfService } from './draft.ts';
import { LocalServers } from './local-servers.tsx';
import { ModelForm } from './model-form.tsx';
import { ModelRow } from './model-row.tsx';
import { selectedModel, useModels } from './store.ts';
import './models.css';

type ItemProps = {
  profile: ModelProfile;
  isAsking: boolean;
  onAsk: () => void;
  onKeep: () => void;
  onRemoved: () => void;
};

/** A model, or in its place the question whether it goes, with the key that nobody can bring back. */
function ModelItem({ profile, isAsking, onAsk, onKeep, onRemoved }: ItemProps) {
  const { t } = useWords();
  if (!isAsking) return <ModelRow profile={profile} onAsk={onAsk} />;
  const { id, model, keySource } = profile;
  const isStored = keySource === 'keychain' || keySource === 'file';
  const remove = async () => {
    onKeep();
    if (await useModels.getState().remove(id)) onRemoved();
  };
  return (
    <li>
      <Asking
        title={t('models:removal.title', { model })}
        text={t(`models:removal.${isStored ? 'withKey' : 'withoutKey'}`)}
        actionLabel={t('models:actions.remove')}
        keepLabel={t('models:removal.keep')}
        onAction={() => void remove()}
        onKeep={onKeep}
      />
    </li>
  );
}

function Overview() {
  const { t } = useWords();
  const profiles = useModels((state) => state.profiles);
  const failure = useModels((state) => state.failure);
  const model = useModels(selectedModel);
  const { edit, load } = useModels.getState();
  const top = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  // Coming back from the form: its field is gone, and the focus with it.
  useEffect(() => top.current?.focus(), []);
  return (
    <div className="models" ref={top} tabIndex={-1}>
      <p className="ui-lead">
        {model === null ? t('models:lead.none') : t('models:lead.some', { model: model.model })}
      </p>
      {failure !== null && <FailureBlock error={failure} onRetry={() => void load()} />}
      {profiles === null && failure === null && <p role="status">{t('app:loading')}</p>}
      {profiles !== null && profiles.length > 0 && (
        <ul className="model-list" aria-label={t('models:list')}>
          {profiles.map((profile) => (
            <ModelItem
              key={profile.id}
              profile={profile}
              isAsking={profile.id === asking}
              onAsk={() => setAsking(profile.id)}
              onKeep={() => setAsking(null)}
              onRemoved={() => {
                setRemoved(profile.model);
                top.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      <p className="ui-quiet" role="status">
        {removed !== null && t('models:removal.done', { model: removed })}
      </p>
      <section className="models-here" aria-label={t('models:local.title')}>
        <h3 className="model-head">{t('models:local.title')}</h3>
        <LocalServers />
      </section>
      <section className="models-here" aria-label={t('models:online.title')}>
        <h3 className="model-head">{t('models:online.title')}</h3>
        <p className="ui-quiet">{t('models:online.text')}</p>
        <Button onPress={() => edit(draftOfService('deepseek'))}>
          <Plus size={14} aria-hidden />
          {t('models:online.action')}
        </Button>
      </section>
    </div>
  );
}

/** Models that can be asked: connected ones, what runs on this machine, and a form for any other. */
export function ModelsDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'models');
  const draft = useModels((state) => state.draft);
  const { leave } = useModels.getState();
  const title = () => {
    if (draft === null) return t('models:title');
    return t(draft.id === null ? 'models:form.new' : 'models:form.change');
  };
  return (
    <Dialog
      title={title()}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={() => (draft === null ? closeDialog() : leave())}
    >
      {open && draft === null && <Overview />}
      {open && draft !== null && <ModelForm draft={draft} />}
    </Dialog>
  );
}
