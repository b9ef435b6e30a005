#include "trainer/vulkan/kernel.h"

#include <cassert>

#include "trainer/vulkan/handles.h"

namespace tabiya::gpu {

Kernel::Kernel(const Device& device, const char* name, std::span<const u32> spirv, const std::vector<u32>& constants,
               const std::vector<const Buffer*>& buffers)
    : name_(name), impl_(std::make_unique<Impl>()) {
  assert(buffers.size() <= 8);
  constexpr auto kStage = vk::ShaderStageFlagBits::eCompute;
  constexpr auto kStorage = vk::DescriptorType::eStorageBuffer;
  const Device::Impl& d = device.impl();
  translated(d.info.name, std::string("the kernel ") + name, [&] {
    const u32 count = static_cast<u32>(buffers.size());
    std::vector<vk::DescriptorSetLayoutBinding> bindings;
    for (u32 i = 0; i < count; ++i) bindings.emplace_back(i, kStorage, 1, kStage);
    impl_->setLayout = vk::raii::DescriptorSetLayout(d.device, vk::DescriptorSetLayoutCreateInfo({}, bindings));
    const vk::PushConstantRange push(kStage, 0, sizeof(Push));
    impl_->layout = vk::raii::PipelineLayout(d.device, vk::PipelineLayoutCreateInfo({}, *impl_->setLayout, push));

    const vk::DescriptorPoolSize size(kStorage, count);
    impl_->pool = vk::raii::DescriptorPool(
        d.device, vk::DescriptorPoolCreateInfo(vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet, 1, size));
    impl_->set = std::move(
        vk::raii::DescriptorSets(d.device, vk::DescriptorSetAllocateInfo(*impl_->pool, *impl_->setLayout)).front());
    std::vector<vk::DescriptorBufferInfo> infos;
    for (const Buffer* buffer : buffers) infos.emplace_back(*buffer->impl().buffer, 0, VK_WHOLE_SIZE);
    std::vector<vk::WriteDescriptorSet> writes;
    for (u32 i = 0; i < count; ++i) writes.emplace_back(*impl_->set, i, 0, 1, kStorage, nullptr, &infos[i]);
    d.device.updateDescriptorSets(writes, {});

    const vk::raii::ShaderModule module(d.device, vk::ShaderModuleCreateInfo({}, spirv.size_bytes(), spirv.data()));
    std::vector<vk::SpecializationMapEntry> entries;
    for (u32 i = 0; i < constants.size(); ++i) entries.emplace_back(i, 4 * i, 4);
    const vk::SpecializationInfo specialization(static_cast<u32>(entries.size()), entries.data(), 4 * constants.size(),
                                                constants.data());
    const vk::PipelineShaderStageCreateInfo stage({}, kStage, *module, "main", &specialization);
    impl_->pipeline = vk::raii::Pipeline(d.device, nullptr, vk::ComputePipelineCreateInfo({}, stage, *impl_->layout));
  });
}

Kernel::Kernel(Kernel&&) noexcept = default;
Kernel& Kernel::operator=(Kernel&&) noexcept = default;
Kernel::~Kernel() = default;

}  // namespace tabiya::gpu
