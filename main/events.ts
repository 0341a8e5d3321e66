/** The event bus: what happened, told to whoever looks. */
import type { AppEvent, EventSink } from '#shared/contract/events.ts';

export type EventListener = (...event: AppEvent) => void;

/** Facts on their way to whoever looks: hosts forward them to windows, services may listen. */
export type EventBus = EventSink & {
  /** Returns the function that ends the subscription. */
  on(listener: EventListener): () => void;
};

/**
 * A listener that throws must not keep the others from hearing, nor undo what happened: its error goes to
 * `onListenerError`.
 */
export const createEventBus = (onListenerError: (error: unknown) => void): EventBus => {
  const listeners = new Set<EventListener>();
  return {
    emit(...event) {
      for (const listener of listeners) {
        try {
          listener(...event);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
