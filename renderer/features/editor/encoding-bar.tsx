import { useEffect, useState } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, Dialog, FailureBlock, List } from '#renderer/ui/index.ts';
import type { EncodingChoice } from '#shared/domain/project.ts';
import { useEditor } from './store.ts';

type Scope = { projectId: string; documentId: string };
type Choices =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; encoding: string; items: EncodingChoice[] };

function useChoices({ projectId, documentId }: Scope): Choices {
  const [choices, setChoices] = useState<Choices>({ state: 'loading' });
  useEffect(() => {
    let current = true;
    call('documents:encodings:list', { projectId, documentId })
      .then((listed) => {
        if (current) setChoices({ state: 'ready', ...listed });
      })
      .catch((error: unknown) => {
        if (current) setChoices({ state: 'failed', error });
      });
    return () => {
      current = false;
    };
  }, [projectId, documentId]);
  return choices;
}

function ChoiceList({ scope, onDone }: { scope: Scope; onDone: () => void }) {
  const { t } = useWords();
  const choices = useChoices(scope);
  const [chosen, choose] = useState<string | null>(null);
  if (choices.state === 'failed') return <FailureBlock error={choices.error} />;
  if (choices.state === 'loading') return <p className="ui-quiet">{t('app:loading')}</p>;
  const encoding = chosen ?? choices.encoding;
  const confirm = () => {
    call('documents:encodings:choose', { ...scope, encoding })
      .then(onDone)
      .catch(reportFailure);
  };
  return (
    <>
      <p className="ui-lead">{t('editor:encoding.lead')}</p>
      <List
        label={t('editor:encoding.list')}
        items={choices.items}
        idOf={(item) => item.encoding}
        textOf={(item) => item.encoding}
        selected={encoding}
        onSelect={choose}
      >
        {(item) => (
          <div className="encoding-row">
            <span>{item.encoding}</span>
            <span className="ui-quiet encoding-preview">{item.preview}</span>
          </div>
        )}
      </List>
      <Button variant="primary" onPress={confirm}>
        {t('editor:encoding.confirm', { encoding })}
      </Button>
    </>
  );
}

const close = () => useEditor.setState({ encodingOpen: false });

/** Says that a chapter's bytes read in several ways, or that some belong to no character; nothing of them is lost. */
export function EncodingBar() {
  const { t, language } = useWords();
  const info = useSession(openDocumentInfo);
  const projectId = useSession((session) => session.project?.projectId ?? null);
  const open = useEditor((editor) => editor.encodingOpen);
  if (info === null || projectId === null) return null;
  const { documentId, encoding, encodingUnsure = false, badBytes = 0 } = info;
  return (
    <>
      {(encodingUnsure || badBytes > 0) && (
        <div className="page-bar" role="status" lang={language}>
          <span className="page-bar-text">
            {encodingUnsure
              ? t('editor:encoding.unsure', { encoding })
              : t('editor:encoding.torn', { count: badBytes })}
          </span>
          <Button size="small" onPress={() => useEditor.setState({ encodingOpen: true })}>
            {t('editor:encoding.choose')}
          </Button>
        </div>
      )}
      <Dialog
        title={t('editor:encoding.title')}
        closeLabel={t('app:actions.close')}
        isOpen={open}
        onClose={close}
      >
        <ChoiceList scope={{ projectId, documentId }} onDone={close} />
      </Dialog>
    </>
  );
}
