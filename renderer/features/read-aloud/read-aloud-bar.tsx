/** Above the text while it is read aloud: how it stands, and what can be done (W5). */
import { usePreferences } from '#renderer/app/preferences.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Select } from '#renderer/ui/index.ts';
import { rates, setRate, setVoice, soundOf, useReadAloud } from './store.ts';
import { type PageView, useReader } from './use-reader.ts';
import './read-aloud.css';

function Choices({ onChange }: { onChange: () => void }) {
  const { t, language: spoken } = useWords();
  const voices = useReadAloud((state) => state.voices);
  const layout = usePreferences(({ settings }) => settings.layout);
  const language = useSession(({ project }) => project?.language ?? 'zh-CN');
  const sound = soundOf(layout);
  const chosen = sound.voices[language];
  const [first = ''] = voices;
  const percent = new Intl.NumberFormat(spoken, { maximumFractionDigits: 2 });
  return (
    <>
      <Select
        label={t('read-aloud:voice')}
        hideLabel
        choices={voices.map((name) => ({ id: name, label: name }))}
        value={chosen !== undefined && voices.includes(chosen) ? chosen : first}
        onChange={(name) => void setVoice(language, name).then(onChange)}
      />
      <Select
        label={t('read-aloud:rate')}
        hideLabel
        choices={rates.map((id) => ({
          id,
          label: t('read-aloud:times', { rate: percent.format(Number(id)) }),
        }))}
        value={sound.rate}
        onChange={(rate) => void setRate(rate).then(onChange)}
      />
    </>
  );
}

export function ReadAloudBar({ view }: { view: PageView }) {
  const { t } = useWords();
  const reader = useReader(view);
  const { state, problem } = useReadAloud();
  const language = useSession(({ project }) => project?.language ?? 'zh-CN');
  if (state === 'off' && problem === null) return null;
  const words =
    problem === null
      ? t(`read-aloud:states.${state === 'off' ? 'starting' : state}`)
      : t(`read-aloud:problems.${problem}`, { language: t(`read-aloud:languages.${language}`) });
  return (
    <section className="page-bar read-aloud" aria-label={t('read-aloud:label')}>
      <p className="page-bar-text" role="status">
        {words}
      </p>
      {(state === 'reading' || state === 'paused') && (
        <>
          <Choices onChange={reader.soundChanged} />
          <Button size="small" onPress={state === 'reading' ? reader.pause : reader.resume}>
            {t(state === 'reading' ? 'read-aloud:pause' : 'read-aloud:resume')}
          </Button>
        </>
      )}
      <Button size="small" variant="quiet" onPress={reader.stop}>
        {t(problem === null ? 'read-aloud:stop' : 'app:actions.close')}
      </Button>
    </section>
  );
}
