import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { useSession } from '#renderer/app/session.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { ModelSettingsButton } from '#renderer/features/models/index.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { excessWords } from '#renderer/i18n/purse-words.ts';
import { Button, ErrorBlock, Progress } from '#renderer/ui/index.ts';
import { Prose } from '../markdown/prose.tsx';
import { type Compaction, isAnswering, useAssistant } from '../store.ts';
import { lastError } from './last-error.ts';
import { spokenWords } from './spoken.ts';

/** Whether a tool is at work: its line says so. */
const isActing = ({ messages }: { messages: readonly ConversationMessage[] }): boolean => {
  const step = messages.findLast(({ metadata }) => metadata.kind !== 'result');
  const answered = new Set(messages.map(({ metadata }) => metadata.call_id));
  return (step?.metadata.calls ?? []).some(({ call_id: id }) => !answered.has(id));
};

/** What the model is writing, word by word. */
function Streaming() {
  const { t } = useWords();
  const live = useAssistant((state) => state.live);
  const acting = useAssistant(isActing);
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const spoken = live === null ? '' : spokenWords(live.text);
  // Where the beginning was not heard, it does not read as one.
  const words = spoken !== '' && live !== null && live.start > 0 ? `…${spoken}` : spoken;
  if (words === '' && acting) return null;
  return (
    <div className="chat-answer chat-streaming">
      {words === '' ? (
        <p className="ui-quiet">{t('assistant:working')}</p>
      ) : (
        <Prose text={words} lang={language} />
      )}
    </div>
  );
}

const limits: ReadonlySet<string> = new Set(['CONVERSATION_STEP_LIMIT', 'CONVERSATION_COST_LIMIT']);

function CompactionState({ compaction }: { compaction: Compaction }) {
  const { t } = useWords();
  const { state, done, total, archived, message, refusal } = compaction;
  if (state === 'started' || state === 'progress') {
    return (
      <Progress
        label={t('assistant:compact.running', { done, total: Math.max(total, 1) })}
        value={done}
        total={total}
      />
    );
  }
  if (state === 'done') {
    return <p className="ui-quiet">{t('assistant:compact.done', { count: archived })}</p>;
  }
  return (
    <div className="chat-card">
      <p>{t('assistant:compact.notDone')}</p>
      {refusal === undefined && message !== null && <p className="ui-quiet">{message}</p>}
      {refusal !== undefined && (
        <p className="ui-quiet">
          {excessWords(t, refusal)} <ModelSettingsButton code="PURSE_EXCEEDED" />
        </p>
      )}
    </div>
  );
}

/** How the last turn ended without an answer, and the way to go on with it. */
function Ending() {
  const { t } = useWords();
  const error = useAssistant(lastError);
  const { resume } = useAssistant.getState();
  if (error === null) return null;
  const goOn = (
    <Button size="small" onPress={() => void resume()}>
      {t('assistant:resume.action')}
    </Button>
  );
  if (error.code === 'CANCELLED' || error.code === 'RUN_INTERRUPTED') {
    return (
      <div className="chat-resume">
        <p>{t(`assistant:resume.${error.code === 'CANCELLED' ? 'stopped' : 'interrupted'}`)}</p>
        {goOn}
      </div>
    );
  }
  const { what, next } = failureWords(t, error);
  return (
    <ErrorBlock
      title={what}
      text={next}
      actions={
        <>
          {goOn}
          <ModelSettingsButton code={error.code} />
          {limits.has(error.code) && (
            <Button size="small" variant="quiet" onPress={() => openDialog('settings')}>
              {t('assistant:resume.settings')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** Behind the last message: what is going on, or how it ended. */
export function TurnState() {
  const { t } = useWords();
  const answering = useAssistant(isAnswering);
  const compaction = useAssistant((state) =>
    state.conversationId === null ? undefined : state.compactions.get(state.conversationId),
  );
  return (
    <>
      {compaction !== undefined && <CompactionState compaction={compaction} />}
      {answering && <Streaming />}
      <Ending />
      <p className="ui-hidden" role="status">
        {answering ? t('assistant:said.working') : ''}
      </p>
    </>
  );
}
