import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import { PurseQuestion } from '#shared/domain/purse.ts';
import { questionWords } from '#renderer/i18n/purse-question-words.ts';
import { useWrite } from './store.ts';

/** Asks before a request is sent that takes more than the writer's sum (E2). */
export function AskFirst({ agree }: { agree: () => Promise<void> }) {
  const { t } = useWords();
  const failure = useWrite((state) => state.failure);
  const { disagree } = useWrite.getState();
  const { code, details } = failureOf(failure);
  const question = PurseQuestion.safeParse(details).data ?? null;
  const { what, next } = failureWords(t, { code, details });
  return (
    <ErrorBlock
      title={what}
      text={question === null ? next : questionWords(t, question)}
      actions={
        <>
          <Button onPress={() => void agree()}>{t('purse:ask.send')}</Button>
          <Button variant="quiet" onPress={disagree}>
            {t('purse:ask.leave')}
          </Button>
        </>
      }
    />
  );
}
