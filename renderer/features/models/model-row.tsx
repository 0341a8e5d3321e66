import { Check } from 'lucide-react';
import type { ModelProfile } from '#shared/domain/model-profile.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, LinkButton } from '#renderer/ui/index.ts';
import { draftOfProfile } from './draft.ts';
import { isLocal, serviceAt } from './services.ts';
import { useModels } from './store.ts';
import { TestResult } from './test-result.tsx';

function Facts({ profile }: { profile: ModelProfile }) {
  const { t, language } = useWords();
  const { provider, baseUrl, contextWindow, keySource, keyVariable } = profile;
  const service = serviceAt(provider, baseUrl);
  const facts = [
    service === 'other' ? new URL(baseUrl).host : t(`models:services.${service}`),
    t(isLocal(baseUrl) ? 'models:facts.local' : 'models:facts.online'),
    t('models:facts.window', { tokens: formatCount(contextWindow, language) }),
    ...(keySource === 'none' && isLocal(baseUrl)
      ? []
      : [t(`models:facts.key.${keySource}`, { variable: keyVariable })]),
  ];
  return (
    <span className="model-facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  );
}

/** A connected model: what it is, what the last try showed, and what can be done with it. */
export function ModelRow({ profile, onAsk }: { profile: ModelProfile; onAsk: () => void }) {
  const { t } = useWords();
  const selected = useModels((state) => state.selectedId === profile.id);
  const testing = useModels((state) => state.testing === profile.id);
  const result = useModels((state) => state.results.get(profile.id));
  const { select, test, edit } = useModels.getState();
  return (
    <li className="model-row" data-selected={selected}>
      <span className="model-tick">{selected && <Check size={14} aria-hidden />}</span>
      <div>
        <div className="model-name">{profile.model}</div>
        <Facts profile={profile} />
        {testing && (
          <p className="model-result" role="status">
            {t('models:test.running')}
          </p>
        )}
        {!testing && result !== undefined && <TestResult result={result} />}
        <div className="model-links">
          <LinkButton isDisabled={testing} onPress={() => void test(profile.id)}>
            {t('models:actions.test')}
          </LinkButton>
          <LinkButton onPress={() => edit(draftOfProfile(profile))}>
            {t('models:actions.edit')}
          </LinkButton>
          <LinkButton aria-label={t('models:removal.of', { model: profile.model })} onPress={onAsk}>
            {t('models:actions.remove')}
          </LinkButton>
        </div>
      </div>
      {selected ? (
        <span className="ui-quiet">{t('models:inUse')}</span>
      ) : (
        <Button
          size="small"
          aria-label={t('models:actions.useNamed', { model: profile.model })}
          onPress={() => void select(profile.id)}
        >
          {t('models:actions.use')}
        </Button>
      )}
    </li>
  );
}
