import { BlueprintProvider } from '@blueprintjs/core';
import { act, cleanup, render as mount } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createTestClient, type TestClient } from '@triquad/core/testing';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { StorageContext } from '../app-context.tsx';
import { ClientProvider } from '../client-context.tsx';
import { ThemeProvider } from '../elements/theme.tsx';
import { MessagesProvider } from '../messages/messages.tsx';
import { installCanvas } from './canvas.ts';
import { ConfirmHost } from './confirm-host.tsx';
import { type Frames, installFrames } from './frames.ts';

type Options = NonNullable<Parameters<typeof createTestClient>[0]> & {
  /** Path and query of the page; `/` when not given. */
  address?: string;
  /** The language the operator has chosen; English when not given. */
  language?: 'en' | 'es';
  /** The client is not started: nothing is loaded and no socket opens. */
  idle?: boolean;
};

export type Rendered = TestClient & {
  readonly container: HTMLElement;
  readonly frames: Frames;
  readonly user: UserEvent;
  /** Lets time pass for the client, then paints. */
  advance(ms: number): Promise<void>;
  /** Settles every promise and paints once. */
  paint(): Promise<void>;
  /** Renders another element in place of the first; the providers stay. */
  rerender(element: ReactNode): Promise<void>;
  unmount(): void;
};

let installed: Frames | null = null;
// Files share this module: what a test leaves behind is removed by the test itself.
const leave = (): void => {
  cleanup();
  installed?.restore();
  installed = null;
};

/**
 * Renders a component inside the providers of the page. Bot, network, time and animation frames are under the control
 * of the test: `paint` after a change of the state, `advance` to let the client's clock run. Files named `.test.tsx` have a
 * window, which those of a worker share.
 */
export const render = async (
  element: ReactNode,
  { address = '/', language = 'en', idle = false, ...options }: Options = {},
): Promise<Rendered> => {
  onTestFinished(leave);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  window.history.replaceState(null, '', address);
  installed?.restore();
  installCanvas();
  const frames = installFrames();
  installed = frames;
  const test = createTestClient(options);
  test.storage.set('language', language);
  if (!idle) test.client.start();
  const providers = (child: ReactNode) => (
    <StorageContext value={test.storage}>
      <MessagesProvider>
        <ThemeProvider>
          <ClientProvider client={test.client} clock={test.clock}>
            <BlueprintProvider>
              <BrowserRouter>
                <ConfirmHost>{child}</ConfirmHost>
              </BrowserRouter>
            </BlueprintProvider>
          </ClientProvider>
        </ThemeProvider>
      </MessagesProvider>
    </StorageContext>
  );
  const advance = (ms: number) =>
    act(async () => {
      await test.clock.advance(ms);
      frames.flush();
      await test.clock.advance(0);
    });
  const mounted = mount(providers(element));
  await advance(0);
  return {
    ...test,
    frames,
    container: mounted.container,
    user: userEvent.setup({ delay: null }),
    advance,
    paint: () => advance(0),
    rerender: async (other) => {
      mounted.rerender(providers(other));
      await advance(0);
    },
    unmount: () => mounted.unmount(),
  };
};
