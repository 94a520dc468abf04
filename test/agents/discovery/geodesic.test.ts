import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cartesian,
  distance,
  distanceBounds,
  FARTHEST,
  type Point,
  pointAt,
} from '../../../src/agents/discovery/geodesic.js';

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

const chord = (a: Point, b: Point) => {
  const [x, y] = [cartesian(a), cartesian(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
};

describe('the distance on the WGS 84 ellipsoid', () => {
  it.each([
    ['one degree of longitude on the equator', at(0, 0), at(0, 1), 111_319.491],
    ['one degree of latitude at the equator', at(0, 0), at(1, 0), 110_574.389],
    ['one degree of latitude at the pole', at(89, 0), at(90, 0), 111_693.865],
    ['from pole to pole', at(90, 0), at(-90, 0), 20_003_931.459],
    ['a quarter of a meridian', at(0, 20), at(90, 100), 10_001_965.729],
    ['over the date line', at(0, 179.5), at(0, -179.5), 111_319.491],
    [
      'from Flinders Peak to Buninyong',
      at(-37.95103341667, 144.42486788889),
      at(-37.65282113889, 143.92649552778),
      54_972.271,
    ],
  ])('%s is known', (_, a, b, metres) => {
    expect(distance(a, b)).toBeCloseTo(metres, 1);
  });

  it('of antipodes on the equator is the way over a pole', () => {
    expect(distance(at(0, 0), at(0, 180))).toBeCloseTo(20_003_931.459, 1);
  });

  it('of nearly antipodal points is found, too', () => {
    // From C. Karney, Algorithms for geodesics (2013), example of section 5.
    expect(distance(at(-30, 0), at(29.9, 179.8))).toBeCloseTo(19_989_832.828, 1);
    // The case in which Vincenty's formula does not converge that is usually shown.
    expect(distance(at(0, 0), at(0.5, 179.7))).toBeCloseTo(19_944_127.421, 0);
  });

  it('is nought from a point to itself, and the same both ways', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(distance(a, a)).toBeLessThan(1e-6);
        expect(Math.abs(distance(a, b) - distance(b, a))).toBeLessThan(0.001);
      }),
    );
  });

  it('is never longer than the way over a third point, nor than half a meridian', () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(distance(a, c)).toBeLessThan(distance(a, b) + distance(b, c) + 0.01);
        expect(distance(a, b)).toBeLessThan(FARTHEST + 0.01);
      }),
    );
  });

  it('keeps these laws for points that are nearly antipodal', () => {
    const off = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(point, off, off, point, (a, north, east, c) => {
        const latitude = Math.max(-90, Math.min(90, -a.latitude + north));
        const b = at(latitude, a.longitude + 180 + east - (a.longitude + 180 + east > 180 ? 360 : 0));
        const way = distance(a, b);
        expect(way).toBeGreaterThan(19_700_000);
        expect(way).toBeLessThan(FARTHEST + 0.01);
        expect(Math.abs(way - distance(b, a))).toBeLessThan(0.01);
        expect(way).toBeLessThan(distance(a, c) + distance(c, b) + 0.1);
      }),
      { numRuns: 50 },
    );
  });

  it('is nought to the point that is found again by its place in space', () => {
    fc.assert(
      fc.property(point, (a) => {
        expect(distance(a, pointAt(...cartesian(a)))).toBeLessThan(1e-6);
      }),
    );
  });

  it('lies between the bounds that the straight line gives', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const [least, most] = distanceBounds(chord(a, b));
        const way = distance(a, b);
        expect(least).toBeLessThan(way + 0.01);
        expect(way).toBeLessThan(most + 0.01);
      }),
      { numRuns: 2_000 },
    );
  });
});
