import { expect, test } from 'vitest';
import { paperProvenance, priceKind, underMode } from '../contract/index.ts';
import { provenanceTag, provenanceText } from './provenance.ts';

test('the source of a figure names prices, recording, exchange and money, in both languages', () => {
  const recorded = paperProvenance('recorded', 'kucoin', 'kucoin-20261120T060000000Z');
  expect(provenanceText(recorded)).toBe('a recording, kucoin-20261120T060000000Z of kucoin; paper money');
  expect(provenanceText(recorded, 'es')).toBe('una grabación, kucoin-20261120T060000000Z de kucoin; dinero de papel');
  expect(provenanceText(paperProvenance('practice', null, 'practice'))).toBe(
    'the practice market, whose prices are invented; invented money',
  );
  const live = paperProvenance('live', 'kucoin', 'live');
  expect(provenanceText(underMode(live, 'live'))).toBe('live prices, of kucoin; real money');
  expect(provenanceTag(underMode(live, 'live'))).toBe('live · real');
  expect(provenanceText(null)).toBe('source not stated');
  expect(provenanceTag(undefined, 'es')).toBe('no indicado');
});

test('invented prices are said to be invented, whatever the mode', () => {
  for (const kind of ['sample', 'realistic', 'practice'] as const)
    for (const mode of ['paper', 'live'] as const) {
      const invented = underMode(paperProvenance(kind, 'kucoin', 'binance-1'), mode);
      expect(invented.money).toBe('invented');
      expect(provenanceText(invented)).toContain('invented');
      expect(provenanceText(invented, 'es')).toContain('inventado');
      expect(provenanceTag(invented, 'es')).toContain('inventado');
    }
});

test('only live prices meet real money', () => {
  for (const kind of priceKind.options)
    expect(underMode(paperProvenance(kind, null, null), 'live').money === 'real').toBe(kind === 'live');
});
