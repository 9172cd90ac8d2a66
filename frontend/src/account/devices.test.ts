import { expect, test } from "vitest";
import type { DeviceInfo } from "../types.gen";
import { deviceIcon, deviceKind } from "./devices";

const device = (label: string, kind: DeviceInfo["kind"] = "browser"): DeviceInfo => ({
  id: "x",
  kind,
  label,
  made: 0,
  seen: 0,
  expires: 0,
  here: false,
});

test("a device is known by what its browser says", () => {
  expect(deviceKind(device("Firefox, Linux"))).toBe("laptop");
  expect(deviceKind(device("Chrome, Android"))).toBe("mobile");
  expect(deviceKind(device("Safari, iPhone"))).toBe("mobile");
  expect(deviceKind(device("Safari, iPad"))).toBe("tablet");
  expect(deviceKind(device(""))).toBe("browser");
  expect(deviceKind(device("Safari, iPad", "program"))).toBe("program");
  expect(deviceIcon(device("my bot", "program"))).toBe("ui-bot");
});
