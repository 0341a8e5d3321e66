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
  /** What came while the writer went on typing: it takes the place of their words only where they say so. */
  offered: string | null;
  /** Takes what is offered, else asks: once more where it failed, with the writer's word where they were asked for it. */
  begin(): void;
};

/**
 * Asks no more once its field is gone.
 * @param at null where there is no scene to ask about
 * @param draft what stands in the field
 */
export function useSuggestion(
  at: SceneAddress | null,
  draft: string,
  fill: (text: string) => void,
): Suggestion | null {
  const [offered, setOffered] = useState<string | null>(null);
  const draftNow = useRef(draft);
  useEffect(() => {
    draftNow.current = draft;
  }, [draft]);
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
    const draftAsked = draftNow.current;
    try {
      await flushEdits();
      const input = { projectId, at, ...agreement };
      const { text } = await call('synopses:scene:propose', input, { signal });
      if (signal.aborted) return;
      if (draftNow.current === draftAsked) fill(text);
      else setOffered(text);
    } catch (error) {
      if (!signal.aborted) setFailure(error);
    }
    if (!signal.aborted) setAsking(false);
  };
  return {
    isAsking,
    failure,
    offered,
    begin() {
      if (isAsking) return;
      if (offered !== null) {
        fill(offered);
        setOffered(null);
        return;
      }
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
export function SuggestionLine({ isAsking, failure, offered, begin }: Suggestion) {
  const { t } = useWords();
  const asks = failure !== null && failureOf(failure).code === 'PURSE_ASKS';
  const asking = t(asks ? 'purse:ask.send' : 'structure:suggestion.ask');
  return (
    <span className="structure-suggestion" role="status">
      {failure !== null && <FailureText failure={failure} />}
      {offered !== null && <span>{t('structure:suggestion.offered', { text: offered })}</span>}
      {isAsking ? (
        t('structure:suggestion.asking')
      ) : (
        <button type="button" tabIndex={-1} onMouseDown={keepFocus} onClick={begin}>
          {offered === null ? asking : t('structure:suggestion.take')} <Kbd shortcut="Alt+Enter" />
        </button>
      )}
    </span>
  );
}
