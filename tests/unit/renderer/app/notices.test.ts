import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  enterDialog,
  expire,
  expireNotice,
  type NoticePlace,
  notify,
  shownPlace,
  useNotices,
} from '#renderer/app/notices.ts';

describe('notices', () => {
  it('F24 stay in the column of the action while it shows, and come below the text when it does not', () => {
    const onDesk = (place: NoticePlace, visible: Record<NoticePlace, boolean>) =>
      shownPlace({ place, dialog: null }, [Symbol('another dialog')], visible);
    expect(onDesk('binder', { binder: true, dock: false })).toBe('binder');
    expect(onDesk('binder', { binder: false, dock: true })).toBe('page');
    expect(onDesk('dock', { binder: true, dock: false })).toBe('page');
    expect(onDesk('dock', { binder: false, dock: true })).toBe('dock');
  });

  it('F24 stay in the dialog of the action, where alone they are seen and heard, and in the column once it is closed', () => {
    const [below, dialog] = [Symbol('below'), Symbol('dialog')];
    const leave = [below, dialog].map(enterDialog)[1];
    notify({ place: 'dock', text: '已删除' });
    const { notice } = useNotices.getState();
    const place = () =>
      notice && shownPlace(notice, useNotices.getState().dialogs, { binder: true, dock: true });
    expect(place()).toBe(dialog);
    leave?.();
    expect(place()).toBe('dock');
    useNotices.setState(useNotices.getInitialState());
  });

  describe('in time', () => {
    beforeEach(() => vi.useFakeTimers());
    afterEach(() => {
      vi.useRealTimers();
      useNotices.setState({ notice: null });
    });
    const shown = () => useNotices.getState().notice?.serial;
    const tell = () => {
      notify({ place: 'dock', text: '已退回' });
      return shown() ?? 0;
    };

    it('go after it, and the next one does too', () => {
      for (let time = 0; time < 2; time += 1) {
        expireNotice(tell(), () => false);
        vi.advanceTimersByTime(11_900);
        expect(shown()).toBeDefined();
        vi.advanceTimersByTime(200);
        expect(shown()).toBeUndefined();
      }
    });

    it('stay while the pointer is on them, and go soon after it left', () => {
      let isHeld = true;
      expireNotice(tell(), () => isHeld);
      vi.advanceTimersByTime(60_000);
      expect(shown()).toBeDefined();
      isHeld = false;
      vi.advanceTimersByTime(1000);
      expect(shown()).toBeUndefined();
    });

    it('that were long enough on the screen go at once, unless they are held', () => {
      let isHeld = true;
      let gone = 0;
      const isGone = () =>
        expire(
          () => (gone += 1),
          () => isHeld,
          0,
        );
      isGone();
      vi.advanceTimersByTime(900);
      expect(gone).toBe(0);
      isHeld = false;
      vi.advanceTimersByTime(100);
      expect(gone).toBe(1);
      isGone()();
      vi.advanceTimersByTime(60_000);
      expect(gone).toBe(1);
    });

    it('are left alone by what waited for the one before', () => {
      const end = expireNotice(tell(), () => false);
      vi.advanceTimersByTime(6000);
      end();
      const serial = tell();
      vi.advanceTimersByTime(11_000);
      expect(shown()).toBe(serial);
    });
  });
});
