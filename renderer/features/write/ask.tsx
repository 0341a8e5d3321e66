import { type KeyboardEvent, useEffect, useRef } from 'react';
import { setInstruction, setSkill, useAsking } from '#renderer/app/asking.ts';
import { useSession } from '#renderer/app/session.ts';
import { lookUpWords, wholeBookWords } from '#renderer/features/inspect/index.ts';
import { PurseAhead } from '#renderer/features/purse/index.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { excessIn } from '#renderer/i18n/purse-words.ts';
import { Button, FailureBlock, Kbd, Select, TextArea } from '#renderer/ui/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import type { RequestForecast } from '#shared/contract/context.ts';
import type { PurseExcess } from '#shared/domain/purse.ts';
import { AskFirst } from './ask-first.tsx';
import { useForecast, useForecasting } from './forecast.ts';
import { useWrite } from './store.ts';

/** Where the skill will work: said before it is started. */
function usePlaceWords(): string {
  const { t } = useWords();
  const passage = useAsking(
    ({ skills, skillId }) => skills?.find((skill) => skill.skillId === skillId)?.passage ?? 'none',
  );
  const hasSelection = useSession(({ selection }) => selection.end > selection.start);
  if (passage === 'none') return t('write:place.cursor');
  if (hasSelection) return t('write:place.selection');
  return t(passage === 'required' ? 'write:place.paragraph' : 'write:place.around');
}

/**
 * Above the button: what goes of the book and what that costs, the first time and then, while chapters go whole (E2); and
 * what asking the model first takes, where it is asked (E6).
 */
function Ahead({ forecast }: { forecast: RequestForecast }) {
  const { t } = useWords();
  const { lookUp, currency } = forecast;
  const lines = [wholeBookWords(t, forecast), lookUpWords(t, lookUp, currency)];
  return lines
    .filter((words) => words !== null)
    .map((words) => (
      <p key={words} className="ui-quiet write-ahead">
        {words}
      </p>
    ));
}

/** Why a cap refused what was asked for last; null for other failures. */
const refusalOf = (failure: unknown): PurseExcess | null => {
  const { code, details } = failureOf(failure);
  return code === 'PURSE_EXCEEDED' ? excessIn(details) : null;
};

const aheadOf = ({ requestTokens, outputTokens }: RequestForecast) => ({
  inputTokens: requestTokens,
  outputTokens,
});

/** The foot of the panel: a skill, a further word, and go. Ctrl Enter goes. */
export function Ask() {
  const { t } = useWords();
  const skills = useAsking((state) => state.skills);
  const skillId = useAsking((state) => state.skillId);
  const instruction = useAsking((state) => state.instruction);
  const starting = useWrite((state) => state.starting);
  const failure = useWrite((state) => state.failure);
  const agree = useWrite((state) => state.agree);
  const wanted = useWrite((state) => state.focusSerial);
  const hasChapter = useSession((session) => session.documentId !== null);
  const readOnly = useSession((session) => session.project?.readOnly === true);
  const forecast = useForecast((state) => state.forecast);
  useForecasting();
  const place = usePlaceWords();
  const { run } = useWrite.getState();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wanted > 0) field.current?.focus();
  }, [wanted]);
  const refusal = refusalOf(failure);
  const blocked = !hasChapter || readOnly || starting;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!matches('Mod+Enter', event.nativeEvent, navigator.platform)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!blocked) void run();
  };
  const choices = (skills ?? []).map((skill) => ({ id: skill.skillId, label: skill.title }));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside
    <footer className="write-ask" onKeyDown={onKeyDown}>
      {agree === null && failure !== null && refusal === null && <FailureBlock error={failure} />}
      {agree !== null && <AskFirst agree={agree} />}
      <div className="write-line">
        <Select
          label={t('write:ask.skill')}
          hideLabel
          choices={choices}
          value={skillId}
          onChange={setSkill}
        />
        <span className="ui-quiet">{place}</span>
      </div>
      <TextArea
        label={t('write:ask.instruction')}
        hideLabel
        placeholder={t('write:ask.placeholder')}
        rows={3}
        areaRef={field}
        value={instruction}
        onChange={setInstruction}
      />
      <PurseAhead request={forecast && aheadOf(forecast)} refusal={refusal} />
      {forecast !== null && <Ahead forecast={forecast} />}
      <div className="write-line">
        <span className="ui-quiet write-estimate">
          {forecast !== null && t('write:ask.estimate', { count: forecast.tokenCount })}
        </span>
        <Button isDisabled={blocked} onPress={() => void run()}>
          {t('write:ask.run')} <Kbd shortcut="Mod+Enter" />
        </Button>
      </div>
    </footer>
  );
}
