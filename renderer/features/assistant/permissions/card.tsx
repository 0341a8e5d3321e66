import { useEffect, useId, useRef } from 'react';
import type { PermissionRequest } from '#shared/domain/conversation.ts';
import { toolWords } from '#renderer/app/tool-words.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { questionWords } from '#renderer/i18n/purse-question-words.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';
import { useAssistant } from '../store.ts';
import { askedFor } from './asked-for.ts';
import { askedIn, type PermissionDecision, usePermissions } from './store.ts';

const decisions: readonly PermissionDecision[] = ['once', 'conversation', 'always', 'refuse'];
const byItself: readonly PermissionDecision[] = ['once', 'refuse'];
const ofPurse: readonly PermissionDecision[] = ['once', 'conversation', 'refuse'];

const decisionsFor = ({ purse, fencedReach }: PermissionRequest): readonly PermissionDecision[] => {
  if (purse) return ofPurse;
  return fencedReach === 'call' ? byItself : decisions;
};

const decisionWords = (
  t: Translate,
  { purse }: PermissionRequest,
  decision: PermissionDecision,
): string => {
  if (purse && decision === 'once') return t('purse:ask.send');
  if (purse && decision === 'refuse') return t('purse:ask.leave');
  return t(`assistant:permission.${decision}`);
};

const asksWords = (t: Translate, request: PermissionRequest): string => {
  if (request.purse) return t('errors:PURSE_ASKS.what');
  const { kind, name } = askedFor(request);
  return t(`assistant:permission.asks.${kind}`, {
    name: kind === 'tool' ? toolWords(t, name) : name,
  });
};

/** The focus comes here from the chat itself, never from a field or the page. */
function useFocus(requestId: string) {
  const card = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is looked at once
  useEffect(() => {
    const { activeElement } = document;
    const isIdle = activeElement === null || activeElement === document.body;
    const isInChat = activeElement?.matches('.chat *:not(input, textarea)') === true;
    if (isIdle || isInChat) card.current?.focus();
  }, [requestId]);
  return card;
}

/** What exactly a tool wants to do, and what an answer would cover. */
function ToolPart({ request }: { request: PermissionRequest }) {
  const { t } = useWords();
  const { exact, covers } = askedFor(request);
  const { fencedReach } = request;
  return (
    <>
      <pre className="chat-data">{exact}</pre>
      {fencedReach !== undefined && <p>{t(`assistant:permission.fenced.${fencedReach}`)}</p>}
      {covers !== exact && fencedReach !== 'call' && (
        <p className="ui-quiet">
          {t('assistant:permission.rule')} <code>{covers}</code>
        </p>
      )}
    </>
  );
}

type CardProps = { request: PermissionRequest; waiting: number };

function Card({ request, waiting }: CardProps) {
  const { t } = useWords();
  const answering = usePermissions((state) => state.answering);
  const failure = usePermissions((state) => state.failure);
  const { answer } = usePermissions.getState();
  const card = useFocus(request.requestId);
  const heading = useId();
  return (
    <section className="chat-permission" ref={card} tabIndex={-1} aria-labelledby={heading}>
      <p className="chat-permission-title" id={heading}>
        {asksWords(t, request)}
      </p>
      {request.purse ? <p>{questionWords(t, request.purse)}</p> : <ToolPart request={request} />}
      {failure !== null && <FailureBlock error={failure} />}
      <div className="chat-permission-actions">
        {decisionsFor(request).map((decision) => (
          <Button
            key={decision}
            size="small"
            variant={decision === 'refuse' ? 'quiet' : 'plain'}
            isDisabled={answering !== null}
            onPress={() => void answer(request.requestId, decision)}
          >
            {decisionWords(t, request, decision)}
          </Button>
        ))}
      </div>
      {waiting > 1 && (
        <p className="ui-quiet">{t('assistant:permission.more', { count: waiting - 1 })}</p>
      )}
    </section>
  );
}

/** What the tools of this conversation ask leave for, one after the other; announced, and never in the way of typing. */
export function PermissionCards() {
  const { t } = useWords();
  const conversationId = useAssistant((state) => state.conversationId);
  const projectId = useAssistant((state) => state.projectId);
  const pending = askedIn({ pending: usePermissions((state) => state.pending) }, projectId);
  const { open } = useAssistant.getState();
  const ours = pending.filter((request) => request.conversationId === conversationId);
  const elsewhere = pending.find((request) => request.conversationId !== conversationId);
  const [first] = ours;
  return (
    <div className="chat-permissions">
      <p className="ui-hidden" role="status">
        {first !== undefined && asksWords(t, first)}
      </p>
      {first !== undefined && <Card request={first} waiting={ours.length} />}
      {elsewhere !== undefined && (
        <div className="chat-permission-elsewhere">
          <span>{t('assistant:permission.elsewhere')}</span>
          <Button size="small" onPress={() => void open(elsewhere.conversationId)}>
            {t('assistant:permission.look')}
          </Button>
        </div>
      )}
    </div>
  );
}
