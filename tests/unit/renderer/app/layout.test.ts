import { beforeEach, describe, expect, it } from 'vitest';
import { defaultLayout, useLayout, visibleColumns } from '#renderer/app/layout.ts';

beforeEach(() => useLayout.setState(defaultLayout));

const shown = () => visibleColumns(useLayout.getState());

describe('columns', () => {
  it('shows both side columns in a wide window', () => {
    expect(shown()).toEqual({ binder: true, dock: true });
    useLayout.getState().toggleDock();
    expect(shown()).toEqual({ binder: true, dock: false });
  });

  it('lets binder and dock take turns in a narrow window, so that nothing lies over the text', () => {
    useLayout.getState().setNarrow(true);
    expect(shown()).toEqual({ binder: true, dock: false });
    useLayout.getState().toggleDock();
    expect(shown()).toEqual({ binder: false, dock: true });
    useLayout.getState().toggleBinder();
    expect(shown()).toEqual({ binder: true, dock: false });
    useLayout.getState().toggleBinder();
    expect(shown()).toEqual({ binder: false, dock: true });
  });

  it('shows only the page in focus mode, and any column asked for ends it', () => {
    useLayout.getState().toggleFocusMode();
    expect(shown()).toEqual({ binder: false, dock: false });
    useLayout.getState().showPanel('codex');
    expect(shown().dock).toBe(true);
    useLayout.getState().toggleFocusMode();
    useLayout.getState().toggleBinder();
    expect(shown().binder).toBe(true);
  });
});
