/** The synopsis of a scene that a model suggests: it is put into the field, where Enter takes it and Esc does not (W1, E3). */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { sentences } from '#renderer/i18n/sentences.ts';
import { questionWords } from '#renderer/i18n/purse-question-words.ts';
import { call } from '#renderer/rpc/index.ts';
import { Kbd } from '#renderer/ui/index.ts';
import { AgreedSum, PurseQuestion } from '#shared/domain/purse.ts';
import type { SceneAddress } from '#shared/domain/scene-facts.ts';

export type Suggestion = {
  isAsking: boolean;
  failure: unknown;
  /** Once more where it failed, with the writer's word where they were asked for it. */
  begin(): void;
};

/** Asks no more once its field is gone. `at`: null where there is no scene to ask about. */
export function useSuggestion(
  at: SceneAddress | null,
  fill: (text: string) => void,
): Suggestion | null {
  const [failure, setFailure] = useState<unknown>(null);
  const [isAsking, setAsking] = useState(false);
  const asking = useRef<AbortController | null>(null);
  const projectId = useSession(({ project }) => project?.projectId);
  useEffect(() => () => asking.current?.abort(), []);
  if (at === null || projectId === undefined) return null;
  const ask = async (signal: AbortSignal): Promise<void> => {
    const { code, details } = failureOf(failure);
    const agreedTo = code === 'PURSE_ASKS' ? AgreedSum.safeParse(details).data : undefined;
    const agreement = agreedTo ? { isAgreed: true, agreedTo } : {};
    setFailure(null);
    setAsking(true);
    try {
      await flushEdits();
      const input = { projectId, at, ...agreement };
      const { text } = await call('synopses:scene:propose', input, { signal });
      if (!signal.aborted) fill(text);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    }
    if (!signal.aborted) setAsking(false);
  };
  return {
    isAsking,
    failure,
    begin() {
      if (isAsking) return;
      asking.current = new AbortController();
      void ask(asking.current.signal);
    },
  };
}

/** The focus stays in the field: what loses it is saved and closed. */
const keepFocus = (event: MouseEvent): void => event.preventDefault();

function FailureText({ failure }: { failure: unknown }) {
  const { t, language } = useWords();
  const told = failureOf(failure);
  const question = told.code === 'PURSE_ASKS' ? PurseQuestion.safeParse(told.details).data : null;
  const { what, next } = failureWords(t, told);
  const stop = language === 'zh-CN' ? '。' : '.';
  return <span>{sentences(`${what}${stop}`, question ? questionWords(t, question) : next)}</span>;
}

/** Below the field. */
export function SuggestionLine({ isAsking, failure, begin }: Suggestion) {
  const { t } = useWords();
  const asks = failure !== null && failureOf(failure).code === 'PURSE_ASKS';
  return (
    <span className="structure-suggestion" role="status">
      {failure !== null && <FailureText failure={failure} />}
      {isAsking ? (
        t('structure:suggestion.asking')
      ) : (
        <button type="button" tabIndex={-1} onMouseDown={keepFocus} onClick={begin}>
          {t(asks ? 'purse:ask.send' : 'structure:suggestion.ask')} <Kbd shortcut="Alt+Enter" />
        </button>
      )}
    </span>
  );
}
