import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SteadyChart } from './steady-chart.ts';

/** One chart instance of the library, painted on demand, which counts its calls. */
const library = () => {
  const asked: string[] = [];
  let painted = (): void => {};
  let of: HTMLElement | null = null;
  const instance = {
    on: (_: string, then: () => void) => {
      painted = then;
    },
    setOption: () => void asked.push('option'),
    hideLoading: () => {},
  };
  const echarts = {
    init: (element: HTMLElement) => {
      of = element;
      return instance;
    },
    dispose: () => void asked.push('disposed of'),
    getInstanceByDom: (element: HTMLElement | null) => {
      if (element === null) throw new Error('the element is gone');
      return element === of ? instance : undefined;
    },
  };
  return { asked, echarts, paint: () => painted() };
};

test('a chart that leaves the page right after its first paint fails nowhere', async () => {
  const rejected: unknown[] = [];
  const note = (reason: unknown) => void rejected.push(reason);
  process.on('unhandledRejection', note);
  const { asked, echarts, paint } = library();
  const { unmount } = render(<SteadyChart echarts={echarts} option={{}} autoResize={false} />);
  paint();
  unmount();
  await expect.poll(() => asked).toEqual(['disposed of', 'disposed of', 'option']);
  process.off('unhandledRejection', note);
  expect(rejected).toEqual([]);
});
