import { notify } from '#renderer/app/notices.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { useComposer } from '../composer/store.ts';
import { useAssistant } from '../store.ts';
import { useConversationsView } from './view.ts';

const leave = () => useConversationsView.setState({ deleting: null });

/** `told`: that it is gone. */
async function remove(conversationId: string, told: string): Promise<void> {
  const { drafts, forget, put } = useComposer.getState();
  const said = drafts.get(conversationId);
  // Before it is gone: what is being said in a conversation that another window deletes is said in a new one.
  forget(conversationId);
  await useAssistant.getState().remove(conversationId);
  const { conversations } = useAssistant.getState();
  const isThere = conversations?.some((one) => one.conversationId === conversationId);
  if (isThere && said !== undefined) put(conversationId, said);
  if (isThere === false) notify({ place: 'dock', text: told });
}

/** A deleted conversation cannot come back, so it is asked for once, and what goes with it is named. */
export function DeleteDialog() {
  const { t } = useWords();
  const deleting = useConversationsView((state) => state.deleting);
  return (
    <Dialog
      title={t('assistant:delete.title')}
      closeLabel={t('assistant:delete.keep')}
      isOpen={deleting !== null}
      onClose={leave}
      size="small"
      footer={
        <>
          <Button onPress={leave}>{t('assistant:delete.keep')}</Button>
          <Button
            variant="primary"
            onPress={() => {
              leave();
              if (deleting === null) return;
              const title = deleting.title || t('assistant:untitled');
              void remove(deleting.conversationId, t('assistant:delete.done', { title }));
            }}
          >
            {t('assistant:delete.action')}
          </Button>
        </>
      }
    >
      <p>
        {t('assistant:delete.text', {
          title: deleting?.title || t('assistant:untitled'),
          count: deleting?.messageCount ?? 0,
        })}
      </p>
    </Dialog>
  );
}
