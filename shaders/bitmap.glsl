// Reading the bitmap of both views of an input as one row of 2 viewRows bits: its own view first.
layout(std430, set = 0, binding = 0) readonly buffer Bitmap { uint bitmap[]; };  // (768, viewRows / 32)

uint bitmapWord(uint f, uint word) {
  uint words = push.viewRows / 32;
  return word < words ? bitmap[f * words + word] : bitmap[otherView(f) * words + word - words];
}
