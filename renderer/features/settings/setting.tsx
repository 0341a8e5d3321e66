import type { ReactNode } from 'react';

type SettingProps = { label: string; hint?: string; children: ReactNode };

/** One line: what it is and what it does at the left, the control at the right. */
export function Setting({ label, hint, children }: SettingProps) {
  return (
    <div className="setting">
      <div>
        <div className="setting-label">{label}</div>
        {hint !== undefined && <div className="ui-quiet">{hint}</div>}
      </div>
      <div className="setting-control">{children}</div>
    </div>
  );
}
