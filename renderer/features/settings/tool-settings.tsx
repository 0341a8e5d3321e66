import { ToolPermission } from '#shared/domain/settings.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock, Segmented } from '#renderer/ui/index.ts';
import { PermissionRules } from './permission-rules.tsx';
import { Setting } from './setting.tsx';
import { ToolServers } from './tool-servers.tsx';
import { useChange } from './use-change.ts';
import './tools.css';

const tools = ['bash', 'terminal', 'web', 'mcp'] as const;

/** What the assistant may do beyond the manuscript, what was allowed for good, and servers that lend more tools. */
export function ToolSettings() {
  const { t } = useWords();
  const permissions = usePreferences(({ settings }) => settings.tools);
  const { change, failure } = useChange();
  return (
    <div className="settings-section">
      <p className="ui-lead">{t('settings:tools.lead')}</p>
      {failure !== null && <FailureBlock error={failure} />}
      {tools.map((tool) => (
        <Setting
          key={tool}
          label={t(`settings:tools.${tool}.label`)}
          hint={t(`settings:tools.${tool}.hint`)}
        >
          <Segmented
            label={t(`settings:tools.${tool}.label`)}
            choices={ToolPermission.options.map((id) => ({
              id,
              label: t(`settings:tools.permission.${id}`),
            }))}
            value={permissions[tool]}
            onChange={(permission) => change({ tools: { [tool]: permission } })}
          />
        </Setting>
      ))}
      <PermissionRules />
      <ToolServers />
    </div>
  );
}
