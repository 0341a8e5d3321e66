import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties of ui/styles and of features. */
    [property: `--${string}`]: string | number | undefined;
  }
}
