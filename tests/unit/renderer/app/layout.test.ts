import { beforeEach, describe, expect, it } from 'vitest';
import { openBookView, useBookView } from '#renderer/app/book-view.ts';
import { openHistory } from '#renderer/app/history-screen.ts';
import {
  defaultLayout,
  RememberedLayout,
  useLayout,
  visibleColumns,
} from '#renderer/app/layout.ts';
import { isPageShown, showPage } from '#renderer/app/page-place.ts';

beforeEach(() => {
  useLayout.setState(defaultLayout);
  showPage();
});

const shown = () => visibleColumns(useLayout.getState());

describe('columns', () => {
  it('shows both side columns in a wide window', () => {
    expect(shown()).toEqual({ binder: true, dock: true, beside: false });
    useLayout.getState().toggleDock();
    expect(shown()).toEqual({ binder: true, dock: false, beside: false });
  });

  it('lets binder and dock take turns in a narrow window, so that nothing lies over the text', () => {
    useLayout.getState().setRoom(1);
    expect(shown()).toEqual({ binder: true, dock: false, beside: false });
    useLayout.getState().toggleDock();
    expect(shown()).toEqual({ binder: false, dock: true, beside: false });
    useLayout.getState().toggleBinder();
    expect(shown()).toEqual({ binder: true, dock: false, beside: false });
    useLayout.getState().toggleBinder();
    expect(shown()).toEqual({ binder: false, dock: true, beside: false });
  });

  it('shows only the page in focus mode, and any column asked for ends it', () => {
    useLayout.getState().toggleFocusMode();
    expect(shown()).toEqual({ binder: false, dock: false, beside: false });
    useLayout.getState().showPanel('codex');
    expect(shown().dock).toBe(true);
    useLayout.getState().toggleFocusMode();
    useLayout.getState().toggleBinder();
    expect(shown().binder).toBe(true);
  });

  it('gives what stands beside the page its turn, by the room there is [W5]', () => {
    useLayout.getState().setRoom(2);
    useLayout.getState().showBeside({ kind: 'panel', id: 'notes' });
    expect(shown()).toEqual({ binder: true, dock: false, beside: true });
    useLayout.getState().toggleDock();
    expect(shown()).toEqual({ binder: false, dock: true, beside: true });
    useLayout.getState().setRoom(3);
    expect(shown()).toEqual({ binder: true, dock: true, beside: true });
    useLayout.getState().setRoom(1);
    expect(shown()).toEqual({ binder: false, dock: true, beside: false });
    useLayout.getState().showPanel('notes');
    expect(shown()).toEqual({ binder: false, dock: false, beside: true });
    useLayout.getState().showBeside(null);
    expect(shown()).toEqual({ binder: false, dock: true, beside: false });
  });

  it.each(['showPanel', 'toggleDock'] as const)(
    'brings the page back where no dock can be seen: %s [F24]',
    (ask) => {
      const { [ask]: show } = useLayout.getState();
      for (const open of [() => openBookView('corkboard'), openHistory]) {
        open();
        expect(isPageShown()).toBe(false);
        show('notes');
        expect(isPageShown()).toBe(true);
        expect(shown().dock).toBe(true);
      }
      openBookView('codex');
      useLayout.getState().showPanel('notes');
      expect(useBookView.getState().view).toBe('codex');
    },
  );

  it('puts a view of the whole book in place of the earlier versions [F24]', () => {
    openHistory();
    openBookView('outline');
    showPage();
    expect(isPageShown()).toBe(true);
  });

  it('reads what earlier versions remembered, which had nothing beside the page [W5]', () => {
    const { binderOpen, dockOpen, dockPanel, binderWidth, dockWidth } = defaultLayout;
    const before = { binderOpen, dockOpen, dockPanel, binderWidth, dockWidth };
    expect(RememberedLayout.parse(before).besideWidth).toBe(defaultLayout.besideWidth);
  });
});
