/** A whole book in one file: what it is, and where it will go. Nothing is written before the button (B9). */
import { useState } from 'react';
import { useHost } from '#renderer/app/host.ts';
import { notify } from '#renderer/app/notices.ts';
import { changeProject } from '#renderer/app/open-project.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { formatCount, formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, TextField } from '#renderer/ui/index.ts';
import { type BundlePreview, takeInBundle, useImport } from './store.ts';

export function BundleLook({ bundle }: { bundle: BundlePreview }) {
  const { t, language } = useWords();
  return (
    <div className="import-bundle">
      <p className="ui-lead">
        {t('import:bundle.lead', {
          name: bundle.name,
          time: formatMoment(bundle.createdAt, Date.now(), language),
          count: bundle.files,
          kilobytes: formatCount(Math.ceil(bundle.bytes / 1024), language),
        })}
      </p>
      {bundle.isHere && <p>{t('import:bundle.isHere')}</p>}
      <p className="ui-quiet">{t('import:bundle.left')}</p>
    </div>
  );
}

/** Where it goes: a new folder, changed by hand or, on the desktop, chosen. */
export function BundleFoot({ bundle }: { bundle: BundlePreview }) {
  const { t } = useWords();
  const busy = useImport((state) => state.busy);
  const hasPicker = useHost((host) => host.capabilities?.pickFolder ?? false);
  const [into, setInto] = useState(bundle.into);
  const take = async () => {
    const made = await takeInBundle(into.trim());
    if (made === null) return;
    await changeProject(made.projectId);
    notify({ text: t('import:bundle.done', { path: made.path }), place: 'binder' });
  };
  const pick = async () => {
    const { path } = await call('host:pickFolder', { title: t('import:bundle.into') });
    if (path !== null) setInto(path);
  };
  return (
    <div className="import-foot">
      <div className="import-bundle-into">
        <TextField label={t('import:bundle.into')} value={into} onChange={setInto} />
      </div>
      <div className="import-foot-end">
        {hasPicker && (
          <Button
            variant="quiet"
            isDisabled={busy !== null}
            onPress={() => void pick().catch(reportFailure)}
          >
            {t('import:bundle.pick')}
          </Button>
        )}
        <Button
          variant="primary"
          isDisabled={busy !== null || into.trim() === ''}
          onPress={() => void take().catch(reportFailure)}
        >
          {t('import:bundle.take')}
        </Button>
      </div>
    </div>
  );
}
