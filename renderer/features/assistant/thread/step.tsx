import { ChevronRight, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import { useSession } from '#renderer/app/session.ts';
import { toolWords } from '#renderer/app/tool-words.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { CandidateLine } from './candidate-line.tsx';
import { FilesLink } from './files-link.tsx';
import { readableJson } from './observation.ts';
import { OriginalLink, useOriginal } from './original.tsx';
import { PlaceButton } from './place-button.tsx';
import type { Call } from './rounds.ts';
import { callState, stepLine } from './step-line.ts';

/** What the tool answered, whole; what was set aside is one press away. */
function Result({ message }: { message: ConversationMessage }) {
  const { t } = useWords();
  const { offloaded, destroyed } = message.metadata;
  const isTaken = offloaded === true || destroyed === true;
  const source = useOriginal(message.messageId, message.hasOriginal && !isTaken);
  const shown = source.original ?? (isTaken ? null : readableJson(message.content));
  return (
    <>
      <dt>{t('assistant:step.observation')}</dt>
      <dd>
        {shown === null ? (
          <p className="ui-quiet">{t('assistant:original.taken')}</p>
        ) : (
          <pre className="chat-data">{shown}</pre>
        )}
        <div className="chat-remarks">
          {isTaken && message.hasOriginal && <OriginalLink {...source} />}
          <PlaceButton message={message} />
        </div>
      </dd>
    </>
  );
}

type DetailsProps = { call: Call; thought: string };

function Details({ call, thought }: DetailsProps) {
  const { t } = useWords();
  return (
    <dl className="chat-step-body">
      {thought !== '' && (
        <>
          <dt>{t('assistant:step.thought')}</dt>
          <dd>
            <p>{thought}</p>
          </dd>
        </>
      )}
      <dt>{t('assistant:step.input', { tool: toolWords(t, call.toolName) })}</dt>
      <dd>
        <pre className="chat-data">{JSON.stringify(call.input, null, 2)}</pre>
      </dd>
      {call.result !== null && <Result message={call.result} />}
    </dl>
  );
}

type StepProps = {
  call: Call;
  /** Said before the first call of a step. */
  thought: string;
  isLive: boolean;
};

/** One call of a tool: a plain line, and all of it on demand. */
export function Step({ call, thought, isLive }: StepProps) {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents) ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const state = callState(call, isLive);
  const { words, count } = stepLine(t, call, documents, state);
  const remark = {
    running: t('assistant:step.running'),
    failed: t('assistant:step.failed'),
    open: t('assistant:step.unanswered'),
    partial: count ?? t('assistant:step.partial'),
    done: count,
  }[state];
  return (
    <>
      <div className="chat-step" data-state={state}>
        <div className="chat-step-head">
          <Button
            className="chat-step-line"
            aria-expanded={isOpen}
            onPress={() => setIsOpen(!isOpen)}
          >
            <ChevronRight size={14} aria-hidden className="chat-fold" />
            <span className="chat-step-words">{words}</span>
            {state === 'failed' && <CircleAlert size={14} aria-hidden />}
            {remark !== null && <span className="chat-step-remark">{remark}</span>}
          </Button>
          <FilesLink ids={call.result?.contextRefs ?? []} />
        </div>
        {isOpen && <Details call={call} thought={thought} />}
      </div>
      <CandidateLine call={call} />
    </>
  );
}
