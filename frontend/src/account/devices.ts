// What a device is, from what the server knows of it: "Firefox, Linux".
import type { DeviceInfo } from "../types.gen";

export type DeviceKind = "laptop" | "mobile" | "tablet" | "program" | "browser";

export function deviceKind(device: DeviceInfo): DeviceKind {
  if (device.kind === "program") return "program";
  if (device.label.includes("iPad")) return "tablet";
  if (/Android|iPhone/.test(device.label)) return "mobile";
  return device.label ? "laptop" : "browser";
}

const ICONS: Record<DeviceKind, string> = {
  laptop: "club-laptop",
  mobile: "club-mobile",
  tablet: "club-tablet",
  program: "ui-bot",
  browser: "club-laptop",
};

export const deviceIcon = (device: DeviceInfo): string => ICONS[deviceKind(device)];
